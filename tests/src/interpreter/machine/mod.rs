//! The machine: frames, memory, and the run of one function.

mod arithmetic;
mod calls;
mod constants;
mod instructions;
mod library;
mod memory;
mod objects;
mod observer;
mod sorting;
mod streams;
mod strings;
mod tokens;
mod values;
mod variadic;

pub use arithmetic::mask;
pub use memory::{Block, Memory, Region};
pub use observer::{Observer, View};

use super::syntax::*;
use super::{ErrorKind, Inputs, Mode, Outcome, RunLimits, Value};
use std::collections::{HashMap, HashSet};

/// Why a run ends.
#[derive(Clone, Debug)]
pub enum Stop {
    Error(ErrorKind),
    Outcome(Outcome),
}

impl Stop {
    pub fn unsupported(what: String) -> Self {
        Self::Outcome(Outcome::Unsupported(what))
    }
}

impl From<ErrorKind> for Stop {
    fn from(kind: ErrorKind) -> Self {
        Self::Error(kind)
    }
}

/// One activation of a function.
pub struct Frame<'a> {
    pub function: &'a Function,
    block: usize,
    index: usize,
    pub registers: Vec<Option<Value>>,
    /// Bases of the blocks that die with the frame, in the order of their making.
    stack: Vec<u64>,
    /// `stacksave` results and how many blocks there were.
    saves: Vec<(u64, usize)>,
    /// Allocas that some `lifetime.start` names: dead until then.
    lifetimes: HashSet<usize>,
    /// Its variable arguments.
    variadic: Option<variadic::Variadic>,
    /// The call of a function that sorts or searches in which it is.
    sorting: Option<sorting::Sorting>,
    activation: u64,
}

/// A running module.
pub struct Machine<'a> {
    pub module: &'a Module,
    pub inputs: &'a mut Inputs,
    pub mode: Mode,
    pub limits: RunLimits,
    pub memory: Memory,
    /// Of globals and functions.
    pub addresses: HashMap<String, u64>,
    functions: HashMap<u64, String>,
    frames: Vec<Frame<'a>>,
    steps: u64,
    activations: u64,
}

pub fn run(
    module: &Module,
    entry: &str,
    inputs: &mut Inputs,
    mode: Mode,
    limits: RunLimits,
    observer: Option<&mut dyn Observer>,
) -> Outcome {
    inputs.hint(&module.constants);
    let memory = Memory::new(module.layout.pointer);
    let (addresses, functions) = (HashMap::new(), HashMap::new());
    let mut machine = Machine {
        module,
        inputs,
        mode,
        limits,
        memory,
        addresses,
        functions,
        frames: vec![],
        steps: 0,
        activations: 0,
    };
    match machine.start(entry).and_then(|()| machine.execute(observer)) {
        Ok(outcome) | Err(Stop::Outcome(outcome)) => outcome,
        Err(Stop::Error(kind)) => Outcome::Error { kind, place: machine.place() },
    }
}

impl<'a> Machine<'a> {
    fn start(&mut self, entry: &str) -> Result<(), Stop> {
        self.place_functions();
        self.place_variables(entry)?;
        self.place_library()?;
        let unknown = || Stop::unsupported(format!("there is no function {entry}"));
        let function = self.module.functions.get(entry).ok_or_else(unknown)?;
        let mut arguments = Vec::new();
        let of_main = matches!(function.parameters.as_slice(), [count, array, ..]
            if entry == "main" && count.kind == Type::Int(32) && array.kind == Type::Pointer);
        if of_main {
            arguments.extend(self.place_arguments()?);
        }
        for parameter in function.parameters.iter().skip(arguments.len()) {
            let value = match &parameter.kind {
                Type::Int(width) => Value::Bits(self.inputs.input(*width).into()),
                Type::Pointer => Value::Bits(self.inputs.input(self.module.layout.pointer).into()),
                kind => self.arbitrary(kind)?,
            };
            arguments.push(value);
        }
        self.enter(function, arguments)
    }

    /// What `main` is called with: a number, and as many pointers to strings, which lie in one block, and a null pointer.
    fn place_arguments(&mut self) -> Result<[Value; 2], Stop> {
        let word = u64::from(self.module.layout.pointer / 8);
        let count = self.inputs.below(4);
        let mut strings: Vec<Vec<u8>> = Vec::new();
        for _ in 0..count {
            let length = self.inputs.below(6);
            let character = |inputs: &mut Inputs| b"-v=o019\xffab"[inputs.below(10) as usize];
            let mut text: Vec<u8> = (0..length).map(|_| character(self.inputs)).collect();
            text.push(0);
            strings.push(text);
        }
        let all = if count == 0 { vec![0] } else { strings.concat() };
        let array = self.allocate(word * (count + 1), word, Region::Global("argv".into()))?;
        let mut at = self.allocate(all.len() as u64, 1, Region::Global("argv's strings".into()))?;
        self.memory.initialise(at, all);
        let mut pointers = Vec::new();
        for text in &strings {
            pointers.extend_from_slice(&at.to_le_bytes()[..word as usize]);
            at += text.len() as u64;
        }
        pointers.resize((word * (count + 1)) as usize, 0);
        self.memory.initialise(array, pointers);
        Ok([Value::Bits(count.into()), Value::Bits(array.into())])
    }

    /// Gives functions addresses at which nothing lies.
    fn place_functions(&mut self) {
        let mut names: Vec<&String> = self.module.functions.keys().chain(self.module.declarations.keys()).collect();
        names.sort();
        for (number, name) in names.into_iter().enumerate() {
            let address = 16 + 16 * (number as u64 % 4000);
            self.addresses.insert(name.clone(), address);
            self.functions.insert(address, name.clone());
        }
    }

    /// Allocates the variables; initial values count at the start of the program, those of constants always.
    fn place_variables(&mut self, entry: &str) -> Result<(), Stop> {
        for variable in &self.module.variables {
            let align = variable.align.unwrap_or_else(|| self.module.layout.align(&variable.kind));
            let size = self.module.layout.size(&variable.kind);
            let base = self.allocate(size, align, Region::Global(variable.name.clone()))?;
            self.addresses.insert(variable.name.clone(), base);
        }
        for variable in &self.module.variables {
            let base = self.addresses[&variable.name];
            if let Some(initial) = &variable.initial
                && (entry == "main" || variable.constant)
            {
                let mut bytes = self.memory.at(base).map(|block| block.bytes.clone()).unwrap_or_default();
                self.write_constant(&variable.kind, initial, &mut bytes)?;
                self.memory.initialise(base, bytes);
            }
            if variable.constant {
                self.memory.make_constant(base);
            }
        }
        Ok(())
    }

    fn place(&self) -> String {
        match self.frames.last() {
            Some(frame) => {
                let block = &frame.function.blocks[frame.block];
                format!("{}:{}:{}", frame.function.name, block.label, frame.index)
            }
            None => "start".to_owned(),
        }
    }

    fn execute(&mut self, mut observer: Option<&mut dyn Observer>) -> Result<Outcome, Stop> {
        loop {
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Ok(Outcome::StepLimit);
            }
            if let Some(observer) = observer.as_deref_mut()
                && let Some(frame) = self.frames.last()
            {
                let view = View {
                    depth: self.frames.len() - 1,
                    activation: frame.activation,
                    function: &frame.function.name,
                    block: &frame.function.blocks[frame.block].label,
                    index: frame.index,
                    memory: &self.memory,
                    machine: self,
                };
                if !observer.at(&view) {
                    return Ok(Outcome::Stopped);
                }
            }
            let frame = self.frames.last().ok_or_else(|| Stop::unsupported("no frame".to_owned()))?;
            let function: &'a Function = frame.function;
            let code: &'a [Instruction] = &function.blocks[frame.block].code;
            let Some(instruction) = code.get(frame.index) else {
                return Err(Stop::unsupported("a block without terminator".to_owned()));
            };
            if let Some(outcome) = self.step(instruction)? {
                return Ok(outcome);
            }
        }
    }

    fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("a step runs in a frame")
    }

    /// Binds the result and goes to the next instruction.
    fn done(&mut self, register: Option<usize>, value: Option<Value>) {
        let frame = self.frame();
        if let Some(register) = register {
            frame.registers[register] = value;
        }
        frame.index += 1;
    }

    /// A new block; an error only where it is too large for this interpreter.
    pub fn allocate(&mut self, size: u64, align: u64, region: Region) -> Result<u64, Stop> {
        if size > self.limits.bytes {
            return Err(Stop::unsupported(format!("a block of {size} bytes")));
        }
        let full = || Stop::unsupported("no room in memory".to_owned());
        let base = self.memory.place(size, align, self.inputs).ok_or_else(full)?;
        self.memory.create(base, size, region, self.inputs);
        Ok(base)
    }
}

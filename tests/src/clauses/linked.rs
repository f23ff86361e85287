//! Lists and trees in random memories, contracts that speak of them, and what these mean.

use super::random::{pick, those};
use super::{Conjunct, ELEMENTS, Object, Parameter, Part, Pointer, Range, Separated, Term, World};
use crate::interpreter::Inputs;
use certificates::Shape;

/// A list or tree that a contract names.
#[derive(Clone, Debug)]
pub struct Linked {
    pub head: Pointer,
    pub form: Form,
    pub access: Access,
    pub size: i128,
    pub align: i128,
    /// Offsets; of a list with pointers back the second one.
    pub places: Vec<i128>,
}

#[derive(Clone, Debug)]
pub enum Form {
    List,
    Segment(Pointer),
    Doubly,
    Tree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Kept,
    Read,
    Owned,
}

impl Linked {
    pub fn is_tree(&self) -> bool {
        matches!(self.form, Form::Tree)
    }

    /// As a certificate describes the cells.
    pub fn shape(&self) -> Shape {
        let places: Vec<u64> = self.places.iter().map(|place| *place as u64).collect();
        let (links, back) = match self.form {
            Form::Doubly => (vec![places[0]], Some(places[1])),
            _ => (places, None),
        };
        let (size, align) = (self.size as u64, self.align as u64);
        Shape { size, align, anchor: 0, links, back, fields: Vec::new(), owned: Vec::new() }
    }

    pub fn text(&self, pointer_text: &mut dyn FnMut(&Pointer) -> String) -> String {
        let name = match self.form {
            Form::List => "list",
            Form::Segment(_) => "list_segment",
            Form::Doubly => "dlist",
            Form::Tree => "tree",
        };
        let name = match self.access {
            Access::Kept => format!("\\{name}"),
            Access::Read => format!("\\{name}_read"),
            Access::Owned => format!("\\owned_{name}"),
        };
        let mut operands = vec![pointer_text(&self.head)];
        if let Form::Segment(end) = &self.form {
            operands.push(pointer_text(end));
        }
        operands.push(format!("\\object({}, {})", self.size, self.align));
        operands.extend(self.places.iter().map(ToString::to_string));
        format!("{name}({})", operands.join(", "))
    }
}

impl World {
    /// What the last cell of a list points to.
    pub fn end(&self, linked: &Linked) -> i128 {
        if let Form::Segment(end) = &linked.form { self.pointer(end) } else { 0 }
    }

    fn pointer_at(&self, address: i128) -> Option<i128> {
        self.read(address, 8 * self.pointer as u32, false)
    }

    /// The addresses of the cells in order, those of a tree from the root downwards; `None` if it is none.
    pub fn cells(&self, linked: &Linked) -> Option<Vec<i128>> {
        let end = self.end(linked);
        let mut cells = Vec::new();
        let mut open = vec![(self.pointer(&linked.head), 0)];
        while let Some((cell, before)) = open.pop() {
            if cell == end {
                continue;
            }
            let object = self.around(cell, cell + linked.size).filter(|object| object.global.is_none())?;
            let writable = !object.constant || linked.access == Access::Read;
            let whole = object.base == cell && object.end() == cell + linked.size;
            let overlaps = cells.iter().any(|other: &i128| (other - cell).abs() < linked.size);
            if !writable || cell % linked.align != 0 || overlaps || linked.access == Access::Owned && !whole {
                return None;
            }
            match linked.form {
                Form::Tree => {
                    for place in linked.places.iter().rev() {
                        open.push((self.pointer_at(cell + place)?, cell));
                    }
                }
                _ => open.push((self.pointer_at(cell + linked.places[0])?, cell)),
            }
            if matches!(linked.form, Form::Doubly) && self.pointer_at(cell + linked.places[1])? != before {
                return None;
            }
            cells.push(cell);
        }
        Some(cells)
    }

    /// The bytes of its cells.
    pub fn intervals(&self, linked: &Linked) -> Vec<(i128, i128)> {
        let cells = self.cells(linked).unwrap_or_default();
        cells.into_iter().map(|cell| (cell, cell + linked.size)).collect()
    }

    /// New cells, linked, perhaps wrongly; the pointer to the first.
    fn build(&mut self, linked: &Linked, count: usize, random: &mut Inputs) -> i128 {
        let last = self.objects.iter().map(Object::end).max().unwrap_or(0);
        let mut free = last + random.below(8) as i128;
        let together = linked.access != Access::Owned && random.below(4) == 0;
        let mut cells: Vec<i128> = Vec::new();
        for _ in 0..count {
            free = (free + linked.align - 1) / linked.align * linked.align;
            cells.push(free);
            free += linked.size + if together { 0 } else { random.below(5) as i128 };
        }
        let constant = linked.access == Access::Read && random.below(3) == 0;
        let object = |base: i128, length: i128, random: &mut Inputs| {
            let bytes = (0..length).map(|_| [0, 1, 255][random.below(3) as usize]).collect();
            Object { base, bytes, constant, align: linked.align, global: None }
        };
        match cells.as_slice() {
            [first, .., last] if together => {
                let object = object(*first, last + linked.size - first, random);
                self.objects.push(object);
            }
            cells => cells.iter().for_each(|cell| {
                let object = object(*cell, linked.size, random);
                self.objects.push(object);
            }),
        }
        // The order in memory is not that of the list.
        for at in 1..cells.len() {
            cells.swap(at, random.below(at as u64 + 1) as usize);
        }
        let end = self.end(linked);
        let at = |place: usize, otherwise: i128| cells.get(place).copied().unwrap_or(otherwise);
        let ways = linked.places.len();
        for (number, cell) in cells.iter().enumerate() {
            for (way, place) in linked.places.iter().enumerate() {
                let value = match linked.form {
                    // As a heap, from the root at 0.
                    Form::Tree => at(number * ways + way + 1, 0),
                    _ if way == 1 => number.checked_sub(1).map_or(0, |before| cells[before]),
                    _ => at(number + 1, end),
                };
                let wrong = random.below(60) == 0;
                self.write(cell + place, if wrong { pick(&cells, random) } else { value });
            }
        }
        at(0, end)
    }

    fn write(&mut self, address: i128, value: i128) {
        let width = self.pointer as usize;
        let object = self.objects.iter_mut().find(|o| o.base <= address && address + width as i128 <= o.end());
        if let Some(object) = object {
            let place = (address - object.base) as usize;
            object.bytes[place..place + width].copy_from_slice(&value.to_le_bytes()[..width]);
        }
    }
}

/// A random kind of list or tree that begins at a new parameter.
fn kind(world: &World, random: &mut Inputs) -> Linked {
    let pointer = world.pointer;
    let ways = 1 + random.below(2) as usize;
    let form = match random.below(4) {
        0 => Form::Segment(Pointer::Parameter(pick(&those(world, true), random))),
        1 => Form::Doubly,
        2 => Form::Tree,
        _ => Form::List,
    };
    let count = match form {
        Form::Doubly => 2,
        Form::Tree => ways,
        _ => 1,
    };
    let gap = random.below(2) as i128 * pointer;
    let mut places: Vec<i128> = (0..count as i128).map(|place| gap + place * pointer).collect();
    if random.below(2) == 0 {
        places.reverse();
    }
    let align = pick(&[1, 4, pointer], random);
    let size = gap + (count as i128 + random.below(2) as i128) * pointer;
    let access = pick(&[Access::Kept, Access::Read, Access::Owned], random);
    Linked { head: Pointer::Parameter(world.parameters.len()), form, access, size, align, places }
}

/// Adds lists and trees to a memory, with conjuncts that are true of it.
pub fn linked(world: &mut World, random: &mut Inputs) -> Vec<Conjunct> {
    let mut conjuncts = Vec::new();
    let before = those(world, true);
    if before.is_empty() {
        return conjuncts;
    }
    let mut parts: Vec<Separated> = Vec::new();
    for _ in 0..random.below(3) {
        let low = Term::Constant(random.below(3) as i128 - 1);
        let part = Part::Span(low, Term::Constant(random.below(6) as i128 - 1));
        let cast = Some(pick(&ELEMENTS, random));
        let range = Range { parameter: pick(&before, random), through: None, cast, part };
        let valid = Conjunct::Valid(random.below(2) == 0, vec![range.clone()]);
        if world.satisfies(&valid) {
            conjuncts.push(valid);
            parts.push(Separated::Range(range));
        }
    }
    let mut found: Vec<Linked> = Vec::new();
    for _ in 0..1 + random.below(3) {
        let linked = kind(world, random);
        let count = random.below(4) as usize;
        let value = match random.below(12) {
            // The same cells once more.
            0 if !found.is_empty() => world.pointer(&pick(&found, random).head),
            _ => world.build(&linked, count, random),
        };
        world.parameters.push(Parameter::Pointer { element: pick(&ELEMENTS, random), value });
        let separated = |other: &Separated| Conjunct::Separated(vec![Separated::Cells(linked.clone()), other.clone()]);
        let pairs: Vec<Conjunct> = parts.iter().map(separated).collect();
        let conjunct = Conjunct::Linked(linked.clone());
        if world.satisfies(&conjunct) && pairs.iter().all(|pair| world.satisfies(pair)) {
            conjuncts.push(conjunct);
            conjuncts.extend(pairs);
            parts.push(Separated::Cells(linked.clone()));
            found.push(linked);
        }
    }
    for _ in 0..random.below(3) {
        let null = Conjunct::Null(pick(&those(world, true), random), random.below(2) == 0);
        if world.satisfies(&null) {
            conjuncts.insert(random.below(conjuncts.len() as u64 + 1) as usize, null);
        }
    }
    world.linked = found;
    conjuncts
}

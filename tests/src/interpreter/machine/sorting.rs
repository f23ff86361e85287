//! `qsort` and `bsearch`: they call a function of the module, and go on when it returns.

use super::super::syntax::Type;
use super::super::{ErrorKind, Outcome, Value};
use super::memory::Region;
use super::values::address;
use super::{Machine, Stop};

/// A call of a frame's in which elements are compared.
pub struct Sorting {
    /// The function that compares.
    comparator: String,
    register: Option<usize>,
    array: u64,
    size: u64,
    elements: Vec<Vec<u8>>,
    order: Order,
}

/// What has been compared so far.
enum Order {
    /// Elements before the first number are sorted, but for the one at the second number.
    Sorts(usize, usize),
    /// The element that is like this key is not before the first number, and not from the second one on.
    Searches(u64, usize, usize),
}

/// Types of the two functions.
pub fn is_known(name: &str) -> bool {
    matches!(name, "qsort" | "bsearch")
}

impl Machine<'_> {
    /// Begins a call.
    pub fn sort(&mut self, register: Option<usize>, name: &str, values: &[Value]) -> Result<Option<Outcome>, Stop> {
        let numbers: Vec<u64> = values.iter().map(address).collect::<Result<_, _>>()?;
        let (key, rest) = match (name, &numbers[..]) {
            ("bsearch", [key, rest @ ..]) => (Some(*key), rest),
            (_, rest) => (None, rest),
        };
        let [array, count, size, comparator] = *rest else { return Err(ErrorKind::BadCall.into()) };
        let comparator = self.functions.get(&comparator).cloned().ok_or(ErrorKind::BadCall)?;
        let bytes = size.checked_mul(count).filter(|_| size > 0);
        let bytes = bytes.ok_or_else(|| Stop::unsupported("an array of this size".to_owned()))?;
        let all = self.memory.read(array, bytes, 1)?.to_vec();
        let elements = all.chunks(size as usize).map(<[u8]>::to_vec).collect();
        let order = match key {
            Some(key) => Order::Searches(key, 0, count as usize),
            None => {
                // Also where nothing changes, or there is nothing, it must be an array that may change.
                self.memory.write(array, &all, 1)?;
                Order::Sorts(1, 1)
            }
        };
        self.frame().sorting = Some(Sorting { comparator, register, array, size, elements, order });
        self.compared(None)
    }

    /// Goes on with the answer of the function that compares.
    pub fn compared(&mut self, answer: Option<Value>) -> Result<Option<Outcome>, Stop> {
        let Some(mut sorting) = self.frame().sorting.take() else { return Ok(None) };
        if let Some(Value::Bits(bits)) = answer {
            sorting.learn(bits as u32 as i32);
        }
        let (first, second) = match sorting.next() {
            Ok(pair) => pair,
            Err(found) => {
                let value = match sorting.order {
                    Order::Sorts(..) => {
                        self.memory.write(sorting.array, &sorting.elements.concat(), 1)?;
                        None
                    }
                    Order::Searches(..) => {
                        let place = found.map_or(0, |place| sorting.array + place as u64 * sorting.size);
                        Some(Value::Bits(place.into()))
                    }
                };
                self.done(sorting.register, value);
                return Ok(None);
            }
        };
        let function = self.module.functions.get(&sorting.comparator).ok_or(ErrorKind::BadCall)?;
        let kinds: Vec<&Type> = function.parameters.iter().map(|parameter| &parameter.kind).collect();
        if kinds != [&Type::Pointer, &Type::Pointer] || function.result != Type::Int(32) {
            return Err(ErrorKind::BadCall.into());
        }
        // As glibc does, the elements are shown in copies.
        let (mut shown, mut arguments) = (Vec::new(), Vec::new());
        for place in [first, second] {
            arguments.push(Value::Bits(match (place, &sorting.order) {
                (Some(place), _) => {
                    let base = self.allocate(sorting.size, 16, Region::Stack)?;
                    self.memory.write(base, &sorting.elements[place], 1)?;
                    shown.push(base);
                    base.into()
                }
                (None, Order::Searches(key, ..)) => (*key).into(),
                (None, Order::Sorts(..)) => return Err(Stop::unsupported("a key".to_owned())),
            }));
        }
        self.frame().sorting = Some(sorting);
        self.enter(function, arguments)?;
        self.frame().stack.extend(shown);
        Ok(None)
    }
}

impl Sorting {
    /// The next two elements to be compared; `None` is the key. Otherwise the place of what was found.
    fn next(&self) -> Result<(Option<usize>, Option<usize>), Option<usize>> {
        match self.order {
            Order::Sorts(end, _) if end >= self.elements.len() => Err(None),
            Order::Sorts(_, place) => Ok((Some(place - 1), Some(place))),
            Order::Searches(_, first, end) if first > end => Err(Some(end)),
            Order::Searches(_, first, end) if first == end => Err(None),
            Order::Searches(_, first, end) => Ok((None, Some(first + (end - first) / 2))),
        }
    }

    fn learn(&mut self, answer: i32) {
        match &mut self.order {
            Order::Sorts(end, place) => {
                if answer > 0 {
                    self.elements.swap(*place - 1, *place);
                    *place -= 1;
                }
                if answer <= 0 || *place == 0 {
                    *end += 1;
                    *place = *end;
                }
            }
            Order::Searches(_, first, end) => {
                let middle = *first + (*end - *first) / 2;
                match answer {
                    0 => (*first, *end) = (middle + 1, middle),
                    1.. => *first = middle + 1,
                    _ => *end = middle,
                }
            }
        }
    }
}

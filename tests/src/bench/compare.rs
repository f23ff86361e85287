//! Two runs side by side.

use super::row::Row;
use std::collections::HashMap;
use std::io::{self, Write};

/// How much has a valid certificate: 0 nothing, 1 memory safety, 2 termination too.
fn level(row: &Row) -> u8 {
    u8::from(row.memory()) + u8::from(row.both())
}

/// Prints the programs of the new run for which less or more is proved than in the old one.
pub fn print(out: &mut impl Write, old: &[Row], new: &[Row]) -> io::Result<()> {
    let before: HashMap<(&str, &str), &Row> =
        old.iter().map(|row| ((row.path.as_str(), row.mode.as_str()), row)).collect();
    let pairs: Vec<(&Row, &Row)> =
        new.iter().filter_map(|row| Some((*before.get(&(row.path.as_str(), row.mode.as_str()))?, row))).collect();
    let lost: Vec<_> = pairs.iter().filter(|(old, new)| level(new) < level(old)).collect();
    let gained: Vec<_> = pairs.iter().filter(|(old, new)| level(new) > level(old)).collect();
    writeln!(
        out,
        "\ncompared with {} programs of the old run: {} lost, {} gained",
        pairs.len(),
        lost.len(),
        gained.len()
    )?;
    for (old, new) in &lost {
        let reason = new.reason.as_deref().or(new.check_detail.as_deref()).unwrap_or_default();
        writeln!(
            out,
            "lost   {} ({} -> {}; {:.1} s -> {:.1} s): {reason}",
            new.path,
            level(old),
            level(new),
            old.prove_seconds,
            new.prove_seconds
        )?;
    }
    for (old, new) in &gained {
        writeln!(out, "gained {} ({} -> {})", new.path, level(old), level(new))?;
    }
    Ok(())
}

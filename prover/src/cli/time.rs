//! The time that files tell. Certificates tell none.

use std::time::UNIX_EPOCH;

/// The seconds since the beginning of 1970 that `SOURCE_DATE_EPOCH` says (reproducible-builds.org).
pub(super) fn given() -> Result<Option<u64>, String> {
    match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(time) => time.parse().map(Some).map_err(|_| format!("SOURCE_DATE_EPOCH is no number of seconds: {time}")),
        Err(_) => Ok(None),
    }
}

/// The day of that time, otherwise of now.
pub(super) fn today() -> Result<String, String> {
    let now = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
    Ok(day(given()?.unwrap_or_else(now)))
}

/// The day, in universal time, of a number of seconds since the beginning of 1970.
fn day(seconds: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut days, mut year, mut month) = (seconds / 86_400, 1970, 1);
    // Nobody makes a page after the year 9999.
    while year < 9999 && days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days() {
        for (seconds, text) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_795_833_600, "2026-11-28"),
            (1_798_761_599, "2026-12-31"),
        ] {
            assert_eq!(day(seconds), text);
        }
    }
}

//! What is meant by a word that is not known: one that is nearly the same.

/// Conditions and values of the grammar that are written like calls.
const CALLS: [&str; 25] = [
    "\\valid",
    "\\valid_read",
    "\\separated",
    "\\callback",
    "\\valid_function",
    "\\freeable",
    "\\list",
    "\\list_read",
    "\\owned_list",
    "\\list_segment",
    "\\list_segment_read",
    "\\owned_list_segment",
    "\\dlist",
    "\\dlist_read",
    "\\owned_dlist",
    "\\tree",
    "\\tree_read",
    "\\owned_tree",
    "valid_string",
    "valid_read_string",
    "valid_wstring",
    "valid_read_wstring",
    "strlen",
    "wcslen",
    "sizeof",
];

/// The word that is nearly this one: one change in a word of up to five letters, two in a longer one. Case and a
/// backslash in front count as no change.
pub(super) fn near<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let plain = |word: &str| word.trim_start_matches('\\').to_lowercase();
    let own = plain(word);
    let most = if own.chars().count() > 5 { 2 } else { 1 };
    // Of a word of one or two letters every other one is near.
    let long = own.chars().count() > 2;
    let distances =
        words.into_iter().filter(|other| *other != word).map(|other| (distance(&own, &plain(other)), other));
    let nearest = distances.filter(|(distance, _)| *distance <= most && (long || *distance == 0));
    nearest.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// Words to be put behind a message: the word that is meant, if one is near.
pub(super) fn meant<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    near(word, words).map_or_else(String::new, |near| format!(" (did you mean '{near}'?)"))
}

/// Words to be put behind a message about a condition or function that is not known.
pub(crate) fn meant_call(name: &str) -> String {
    meant(name, CALLS)
}

/// Whether a word is one of the grammar, written wrong.
pub(super) fn is_misspelled(name: &str) -> bool {
    name.starts_with('\\') && !CALLS.contains(&name) && !CALLS.contains(&&name[1..]) && near(name, CALLS).is_some()
}

/// The number of letters to be inserted, removed, replaced or swapped with the next one (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let changed = rows[i][j] + usize::from(x != y);
            let mut least = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{is_misspelled, meant, near};

    #[test]
    fn what_is_meant() {
        assert_eq!(near("\\vaild", ["\\separated", "\\valid", "\\valid_read"]), Some("\\valid"));
        assert_eq!(near("valid", ["\\valid_read", "\\valid"]), Some("\\valid"));
        assert_eq!(near("lenght", ["length", "len"]), Some("length"));
        assert_eq!(near("m", ["n", "k"]), None);
        assert_eq!(near("N", ["n", "k"]), Some("n"));
        assert_eq!(near("count", ["mount", "total"]), Some("mount"));
        assert_eq!(near("buffer", ["length"]), None);
        assert_eq!(meant("require", ["requires"]), " (did you mean 'requires'?)");
        assert_eq!(meant("\\forall", ["requires"]), "");
    }

    #[test]
    fn words_of_the_grammar_are_not_misspelled() {
        for right in super::CALLS.into_iter().chain(["\\strlen", "\\old", "\\block_length", "p", "\\valid_string"]) {
            assert!(!is_misspelled(right), "{right}");
        }
        for wrong in ["\\vaild", "\\seperated", "\\valid_raed", "\\lists"] {
            assert!(is_misspelled(wrong), "{wrong}");
        }
    }
}

//! Similar names for hints, and patterns of names.

/// Number of names in a hint.
const HINTS: usize = 3;
/// Least similarity of a name in a hint.
const SIMILAR: f64 = 0.6;

/// The most similar names, the best match first. The last part of a hierarchical name is also
/// compared: `level` is similar to `game.scoreboard.level`.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let last = |name: &str| {
        name.rsplit('.')
            .next()
            .map(str::to_owned)
            .unwrap_or_default()
    };
    let score = |other: &str| {
        let whole = strsim::jaro_winkler(name, other);
        whole.max(strsim::jaro_winkler(&last(name), &last(other)) * 0.95)
    };
    let mut scored: Vec<(f64, &str)> = known.map(|other| (score(other), other)).collect();
    scored.retain(|(score, _)| *score >= SIMILAR);
    scored.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(a.1.len().cmp(&b.1.len()))
            .then(a.1.cmp(b.1))
    });
    scored
        .into_iter()
        .take(HINTS)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// True if a name matches a pattern. `*` stands for any text and `?` for one character.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut position) = (0, 0);
    // State to return to if the rest does not match: the last star takes one character more.
    let mut retry: Option<(usize, usize)> = None;
    while position < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, position + 1));
                at += 1;
            }
            Some(&c) if c == b'?' || c == name[position] => {
                at += 1;
                position += 1;
            }
            _ => match retry {
                Some((after, next)) => {
                    (at, position) = (after, next);
                    retry = Some((after, next + 1));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_across_dots() {
        for (pattern, name, expected) in [
            ("game.*", "game.board.row", true),
            ("*.row", "game.board.row", true),
            ("*row*", "game.board.rows[1]", true),
            ("game.?.row", "game.b.row", true),
            ("game.?.row", "game.bo.row", false),
            ("*ab*abc", "ababcabc", true),
            ("*", "", true),
            ("row", "rows", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} on {name}");
        }
    }

    #[test]
    fn nearest_knows_last_parts() {
        let known = ["game.scoreboard.level", "game.board.row", "clock"];
        assert_eq!(
            nearest("level", known.into_iter()),
            ["game.scoreboard.level"]
        );
        assert_eq!(
            nearest("game.bord.row", known.into_iter())[0],
            "game.board.row"
        );
        assert!(nearest("zzz", known.into_iter()).is_empty());
    }
}

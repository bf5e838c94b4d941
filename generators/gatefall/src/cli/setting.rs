//! Option that chooses settings of a game.

use clap::Args;

/// Settings of the game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Choices {
    /// Choose a setting of the game, such as `size=16`; `gatefall list` shows them
    #[arg(long, value_name = "NAME=VALUE", value_parser = choice)]
    pub set: Vec<Choice>,
}

/// A setting and its value, as the user writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub name: String,
    pub value: String,
}

fn choice(text: &str) -> Result<Choice, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok(Choice {
            name: name.to_owned(),
            value: value.to_owned(),
        }),
        _ => Err("write it as a name and a value, such as `size=16`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_has_a_name_and_a_value() {
        let expected = |name: &str, value: &str| {
            Ok(Choice {
                name: name.to_owned(),
                value: value.to_owned(),
            })
        };
        assert_eq!(choice("size=16"), expected("size", "16"));
        assert_eq!(choice("size="), expected("size", ""));
        assert_eq!(choice("a=b=c"), expected("a", "b=c"));
        assert!(choice("size").is_err() && choice("=16").is_err());
    }
}

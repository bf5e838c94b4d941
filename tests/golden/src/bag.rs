//! Checks that the dealt shapes form bags: every seven in succession contain each shape once.

use crate::{BagError, Shape};

/// Tracks the dealt shapes from the start of a game.
#[derive(Debug, Clone, Default)]
pub struct BagChecker {
    dealt: Vec<Shape>,
}

impl BagChecker {
    /// Checks the next shape of the game. Fails if its bag already contains it.
    ///
    /// # Errors
    /// [`BagError`] names the shape and its position in the game.
    pub fn check(&mut self, shape: Shape) -> Result<(), BagError> {
        let position = self.dealt.len();
        let bag_start = position - position % Shape::ALL.len();
        if self.dealt[bag_start..].contains(&shape) {
            return Err(BagError { shape, position });
        }
        self.dealt.push(shape);
        Ok(())
    }

    /// Number of shapes dealt so far.
    pub fn dealt(&self) -> usize {
        self.dealt.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn second_bag_may_begin_with_the_last_shape_of_the_first() {
        let mut bags = BagChecker::default();
        for shape in Shape::ALL.into_iter().chain(Shape::ALL.into_iter().rev()) {
            bags.check(shape).unwrap();
        }
        assert_eq!(bags.dealt(), 14);
    }

    #[test]
    fn repeat_within_a_bag_is_refused_and_named() {
        let mut bags = BagChecker::default();
        bags.check(Shape::T).unwrap();
        bags.check(Shape::O).unwrap();
        let error = bags.check(Shape::T).unwrap_err();
        assert_eq!(
            error,
            BagError {
                shape: Shape::T,
                position: 2
            }
        );
        assert_eq!(
            error.to_string(),
            "spawn 2 repeats T within its bag of seven"
        );
    }

    proptest! {
        #[test]
        fn any_order_of_a_bag_passes_and_any_repeat_fails(
            order in Just(Shape::ALL.to_vec()).prop_shuffle(),
            kept in 1_usize..7,
        ) {
            let mut bags = BagChecker::default();
            for &shape in &order[..kept] {
                prop_assert!(bags.check(shape).is_ok());
            }
            for &shape in &order[..kept] {
                prop_assert!(bags.clone().check(shape).is_err());
            }
            for &shape in &order[kept..] {
                prop_assert!(bags.clone().check(shape).is_ok());
            }
        }
    }
}

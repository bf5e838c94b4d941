//! Tests of lookup tables.

use super::*;

/// Two registers, of 10 and of 20 bits.
fn design() -> (Design, NodeId, NodeId) {
    let mut design = Design::default();
    let (narrow, wide) = (design.pool.register(0, 10), design.pool.register(1, 20));
    (design, narrow, wide)
}

/// True if a node has users outside a cone of `roots`. The `used` nodes have another user.
fn is_needed<'a>(
    design: &'a Design,
    roots: &'a [NodeId],
    used: &'a [NodeId],
) -> impl Fn(NodeId, &Cone) -> bool + 'a {
    let all = crate::design::cone(&design.pool, roots.iter().copied());
    move |node, cone| {
        let is_user = |user: &&NodeId| {
            let mut operands = design.pool.node(**user).operands();
            operands.any(|operand| operand == node)
        };
        let outside = |user: &NodeId| !cone.replaced.contains(user);
        used.contains(&node) || all.iter().filter(is_user).any(outside)
    }
}

pub(crate) fn find(design: &Design, roots: &[NodeId], used: &[NodeId]) -> Option<Table> {
    Table::find(design, roots, is_needed(design, roots, used), |_| false)
}

#[test]
fn comparisons_of_a_counter_are_one_look_up() {
    let (mut design, narrow, _) = design();
    let roots: Vec<NodeId> = [2, 642, 799]
        .into_iter()
        .map(|place| {
            let place = design.pool.constant(place);
            design.pool.eq(narrow, place)
        })
        .collect();
    let table = find(&design, &roots, &[]).unwrap();
    assert_eq!(table.entries(), 1024);
    assert_eq!(table.leaves.len(), 1);
    assert_eq!(table.replaced.len(), 3);
    for (index, expected) in [
        (2, [1, 0, 0]),
        (3, [0; 3]),
        (642, [0, 1, 0]),
        (799, [0, 0, 1]),
    ] {
        assert_eq!(table.results(&design.pool, index, &roots), expected);
    }
}

#[test]
fn only_the_bits_that_count_make_the_index() {
    let (mut design, narrow, wide) = design();
    let pool = &mut design.pool;
    // ((wide >> 7) & 7 == narrow & 7) ^ (wide >> 7 & 1) ^ narrow & 1
    let shifted = pool.shr_by(wide, 7);
    let (high, low) = (pool.low(shifted, 3), pool.low(narrow, 3));
    let (equal, bit) = (pool.eq(high, low), pool.low(shifted, 1));
    let (differ, odd) = (pool.xor(equal, bit), pool.low(narrow, 1));
    let root = pool.xor(differ, odd);
    let table = find(&design, &[root], &[]).unwrap();
    let leaf = |node, shift, width| Leaf { node, shift, width };
    assert_eq!(table.leaves, [leaf(narrow, 0, 3), leaf(shifted, 0, 3)]);
    for index in 0..64 {
        let (low, high) = (index & 7, index >> 3);
        let expected = u64::from(low == high) ^ (high as u64 & 1) ^ (low as u64 & 1);
        assert_eq!(table.results(&design.pool, index, &[root]), [expected]);
    }
}

#[test]
fn what_others_need_stays() {
    let (mut design, narrow, wide) = design();
    let pool = &mut design.pool;
    let (five, six) = (pool.constant(5), pool.constant(6));
    let (shared, own) = (pool.eq(narrow, five), pool.eq(narrow, six));
    let many = pool.eq(wide, five);
    // The root combines three comparisons. The third has too many bits for an index.
    let mut root = pool.or(shared, own);
    let mut steps = BTreeSet::from([root]);
    for other in [many, own, shared] {
        let sum = pool.xor(root, other);
        root = pool.and(sum, many);
        steps.extend([sum, root]);
    }
    let table = find(&design, &[root], &[shared]).unwrap();
    assert_eq!(table.replaced, steps);
    assert_eq!(table.leaves.len(), 3, "{:?}", table.leaves);
}

#[test]
fn what_is_given_is_not_looked_into() {
    let (mut design, narrow, _) = design();
    let pool = &mut design.pool;
    // The operands of `known` are bits of the same register. With `known` as a leaf beside the
    // other bits of the register, the index is too wide.
    let [upper, lower, sixteen, eight] = [0x3f8, 0x7f, 16, 8].map(|number| pool.constant(number));
    let (known, low) = (pool.and(narrow, upper), pool.and(narrow, lower));
    let (first, second) = (pool.eq(known, sixteen), pool.eq(low, eight));
    let either = pool.or(first, second);
    let differ = pool.xor(either, first);
    let root = pool.and(differ, second);
    let is_needed = |node: NodeId, _: &Cone| node == known;
    let through = Table::find_first(&design, &[root], is_needed, |_| false).unwrap();
    assert_eq!(through.leaves.len(), 1);
    assert_eq!(through.leaves[0].node, narrow);
    let table = Table::find_first(&design, &[root], is_needed, |node| node == known);
    let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
    assert!(!table.is_some_and(looks_through));
    let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
    let later = Table::find(&design, &[root], is_needed, |_| false);
    assert!(
        !later.is_some_and(looks_through),
        "what comes later must not"
    );
    let all = |_: NodeId, _: &Cone| true;
    assert!(Table::find(&design, &[root], all, |_| false).is_none());
}

#[test]
fn what_the_other_leaves_say_is_no_leaf() {
    let (mut design, narrow, wide) = design();
    let pool = &mut design.pool;
    let [four, nine] = [4, 9].map(|number| pool.constant(number));
    let (low, high) = (pool.low(narrow, 4), pool.shr_by(wide, 17));
    let is_nine = pool.eq(low, nine);
    let is_four = pool.eq(low, four);
    let either = pool.xor(is_four, high);
    let root = pool.mux(is_nine, low, either);
    let table = find(&design, &[root], &[is_nine, low, high]).unwrap();
    let nodes: Vec<NodeId> = table.leaves.iter().map(|leaf| leaf.node).collect();
    assert_eq!(nodes, [low, high]);
    for index in 0..1 << 7 {
        let (low, high) = (index as u64 & 15, index as u64 >> 4);
        let expected = match low {
            9 => 9,
            low => u64::from(low == 4) ^ high,
        };
        assert_eq!(table.results(&design.pool, index, &[root]), [expected]);
    }
}

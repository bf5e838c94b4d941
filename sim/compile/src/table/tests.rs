//! Tests of lookup tables.

use super::*;
use crate::place::Placer;
use crate::region::{Item, Region};
use crate::table_search::find_tables;

/// Two registers, of 10 and of 20 bits.
fn design() -> (Design, NodeId, NodeId) {
    let mut design = Design::default();
    let (narrow, wide) = (design.pool.register(0, 10), design.pool.register(1, 20));
    (design, narrow, wide)
}

/// Users of a node outside a cone of `roots`. The `used` nodes have another user.
fn others<'a>(
    design: &'a Design,
    roots: &'a [NodeId],
    used: &'a [NodeId],
) -> impl Fn(NodeId, &Cone) -> Others + 'a {
    let all = crate::design::cone(&design.pool, roots.iter().copied());
    move |node, cone| {
        let is_user = |user: &&NodeId| {
            let mut operands = design.pool.node(**user).operands();
            operands.any(|operand| operand == node)
        };
        let outside = |user: &NodeId| !cone.replaced.contains(user);
        match used.contains(&node) || all.iter().filter(is_user).any(outside) {
            true => Others::Some,
            false => Others::None,
        }
    }
}

pub(crate) fn find(design: &Design, roots: &[NodeId], used: &[NodeId]) -> Option<Table> {
    Table::find(design, roots, others(design, roots, used), |_| false)
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
    let others = |node: NodeId, _: &Cone| match node == known {
        true => Others::Some,
        false => Others::None,
    };
    let through = Table::find_first(&design, &[root], others, |_| false).unwrap();
    assert_eq!(through.leaves.len(), 1);
    assert_eq!(through.leaves[0].node, narrow);
    let table = Table::find_first(&design, &[root], others, |node| node == known);
    let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
    assert!(!table.is_some_and(looks_through));
    let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
    let later = Table::find(&design, &[root], others, |_| false);
    assert!(
        !later.is_some_and(looks_through),
        "what comes later must not"
    );
    let some = |_: NodeId, _: &Cone| Others::Some;
    assert!(Table::find(&design, &[root], some, |_| false).is_none());
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

#[test]
fn what_only_an_arm_needs_besides_is_computed_there() {
    let (mut design, narrow, wide) = design();
    let pool = &mut design.pool;
    let (taken, other) = (pool.register(2, 30), pool.register(3, 30));
    let mut any = pool.constant(0);
    for place in [3, 17, 30, 99, 204] {
        let place = pool.constant(place);
        let here = pool.eq(narrow, place);
        any = pool.xor(any, here);
    }
    // The arm uses a node that the condition depends on.
    let [five, many] = [5, 1000].map(|number| pool.constant(number));
    let half = pool.eq(narrow, five);
    let condition = pool.or(any, half);
    let mut product = pool.add(30, wide, half);
    for _ in 0..4 {
        product = pool.mul(30, product, many);
        product = pool.xor(product, wide);
    }
    let next = pool.mux(condition, product, other);
    for (node, next) in [
        (narrow, narrow),
        (wide, wide),
        (taken, next),
        (other, other),
    ] {
        design.add_register(node, next);
    }
    let regions = vec![Region {
        parent: None,
        depth: 0,
        items: vec![Item::Set {
            register: 2,
            value: next,
        }],
    }];
    let none = Tables::default();
    let first = Placer::place(&design, regions.clone(), &[], &none, true);
    let table = find_tables(&first).nodes[&condition].clone();
    assert_eq!(table.operands().collect::<Vec<_>>(), [narrow]);
    let tables = Tables {
        nodes: BTreeMap::from([(condition, table)]),
        ..Tables::default()
    };
    let second = Placer::place(&design, regions, &[], &tables, true);
    let region = |placer: &Placer| placer.slots[half.index()].map(|slot| slot.region);
    assert_eq!(region(&first), Some(RegionId(0)));
    assert_eq!(region(&second), Some(second.arms[&next][0]));
}

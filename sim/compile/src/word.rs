//! Operators of any width on words of 64-bit limbs, the lowest limb first. The top limb holds the
//! remaining bits.
//!
//! Values of at most 64 bits are words of one limb, so later stages need no widths.

use std::sync::Arc;

use gatefall_netlist::{BinaryOp, UnaryOp, Value};

use crate::node::{ones, NodeId, Op};
use crate::pool::Pool;

/// A value of any width.
pub(crate) type Word = Vec<NodeId>;

/// A value of any width that connected nets share.
pub(crate) type SharedWord = Arc<[NodeId]>;

/// Number of limbs.
pub(crate) fn limbs(width: u32) -> u32 {
    width.div_ceil(64)
}

/// Bits of one limb of a word.
pub(crate) fn limb_width(width: u32, limb: u32) -> u32 {
    (width - 64 * limb).min(64)
}

/// The limbs of a number.
pub(crate) fn limbs_of(value: &Value) -> Vec<u64> {
    let mut digits = value.bits().to_u64_digits();
    digits.resize(limbs(value.width()) as usize, 0);
    digits
}

impl Pool {
    /// A constant word.
    pub(crate) fn word(&mut self, value: &Value) -> Word {
        let limbs = limbs_of(value);
        limbs.into_iter().map(|limb| self.constant(limb)).collect()
    }

    fn zeros(&mut self, width: u32) -> Word {
        vec![self.constant(0); limbs(width) as usize]
    }

    fn each(
        &mut self,
        a: &[NodeId],
        b: &[NodeId],
        mut op: impl FnMut(&mut Pool, NodeId, NodeId) -> NodeId,
    ) -> Word {
        (a.iter().zip(b)).map(|(&a, &b)| op(self, a, b)).collect()
    }

    /// An operator of one operand of the given width.
    pub(crate) fn word_unary(&mut self, op: UnaryOp, width: u32, a: &[NodeId]) -> Word {
        let all = self.word(&Value::ones(width));
        match op {
            UnaryOp::Not => self.each(a, &all, Pool::xor),
            UnaryOp::Neg => {
                let zeros = self.zeros(width);
                self.word_sub(width, &zeros, a)
            }
            UnaryOp::ReduceAnd => vec![self.word_eq(a, &all)],
            UnaryOp::ReduceOr => {
                let zeros = self.zeros(width);
                let none = self.word_eq(a, &zeros);
                vec![self.not(none)]
            }
            UnaryOp::ReduceXor => {
                let folded = a[1..]
                    .iter()
                    .fold(a[0], |folded, &limb| self.xor(folded, limb));
                let count = self.count(folded);
                vec![self.low(count, 1)]
            }
        }
    }

    /// An operator of two operands; `width` is that of the left one.
    pub(crate) fn word_binary(
        &mut self,
        op: BinaryOp,
        width: u32,
        a: &[NodeId],
        b: &[NodeId],
    ) -> Word {
        match op {
            BinaryOp::And => self.each(a, b, Pool::and),
            BinaryOp::Or => self.each(a, b, Pool::or),
            BinaryOp::Xor => self.each(a, b, Pool::xor),
            BinaryOp::Add => self.word_add(width, a, b),
            BinaryOp::Sub => self.word_sub(width, a, b),
            BinaryOp::Mul => self.word_mul(width, a, b),
            BinaryOp::Eq => vec![self.word_eq(a, b)],
            BinaryOp::LtU => vec![self.word_less(a, b)],
            BinaryOp::LtS => {
                let (a, b) = (self.flip_sign(width, a), self.flip_sign(width, b));
                vec![self.word_less(&a, &b)]
            }
            BinaryOp::Shl => self.word_shift(Op::Shl, width, a, b),
            BinaryOp::Shr => self.word_shift(Op::Shr, width, a, b),
        }
    }

    fn word_add(&mut self, width: u32, a: &[NodeId], b: &[NodeId]) -> Word {
        let mut carry = self.constant(0);
        let mut word = Word::new();
        for (limb, (&a, &b)) in (0..).zip(a.iter().zip(b)) {
            let bits = limb_width(width, limb);
            let sum = self.add(bits, a, b);
            let total = self.add(bits, sum, carry);
            if limb + 1 < limbs(width) {
                let (first, second) = (self.less(sum, a), self.less(total, sum));
                carry = self.or(first, second);
            }
            word.push(total);
        }
        word
    }

    fn word_sub(&mut self, width: u32, a: &[NodeId], b: &[NodeId]) -> Word {
        let mut borrow = self.constant(0);
        let mut word = Word::new();
        for (limb, (&a, &b)) in (0..).zip(a.iter().zip(b)) {
            let bits = limb_width(width, limb);
            let difference = self.sub(bits, a, b);
            let total = self.sub(bits, difference, borrow);
            if limb + 1 < limbs(width) {
                let (first, second) = (self.less(a, b), self.less(difference, borrow));
                borrow = self.or(first, second);
            }
            word.push(total);
        }
        word
    }

    /// Long multiplication with digits of 32 bits: a digit product plus two digits fits in 64 bits.
    fn word_mul(&mut self, width: u32, a: &[NodeId], b: &[NodeId]) -> Word {
        if a.len() == 1 {
            return vec![self.mul(width, a[0], b[0])];
        }
        let (a, b) = (self.digits(a), self.digits(b));
        let zero = self.constant(0);
        let mut sum = vec![zero; a.len()];
        for (i, &x) in a.iter().enumerate() {
            let mut carry = zero;
            for (place, &y) in (i..a.len()).zip(&b) {
                let product = self.mul(64, x, y);
                let with_sum = self.add(64, product, sum[place]);
                let total = self.add(64, with_sum, carry);
                sum[place] = self.low(total, 32);
                carry = self.shr_by(total, 32);
            }
        }
        let mut word = Word::new();
        for (limb, pair) in (0..).zip(sum.chunks(2)) {
            let high = self.shl_by(64, pair[1], 32);
            let both = self.or(pair[0], high);
            word.push(self.low(both, limb_width(width, limb)));
        }
        word
    }

    fn digits(&mut self, word: &[NodeId]) -> Word {
        let halves = word
            .iter()
            .flat_map(|&limb| [self.low(limb, 32), self.shr_by(limb, 32)]);
        halves.collect()
    }

    fn word_eq(&mut self, a: &[NodeId], b: &[NodeId]) -> NodeId {
        let equal = self.each(a, b, Pool::eq);
        equal[1..]
            .iter()
            .fold(equal[0], |all, &limb| self.and(all, limb))
    }

    fn word_less(&mut self, a: &[NodeId], b: &[NodeId]) -> NodeId {
        let mut less = self.less(a[0], b[0]);
        for (&a, &b) in a[1..].iter().zip(&b[1..]) {
            let (above, equal) = (self.less(a, b), self.eq(a, b));
            let below = self.and(equal, less);
            less = self.or(above, below);
        }
        less
    }

    /// Turns signed order into unsigned order.
    fn flip_sign(&mut self, width: u32, a: &[NodeId]) -> Word {
        let mut word = a.to_vec();
        let sign = self.constant(1 << ((width - 1) % 64));
        let top = word.last_mut().expect("words have limbs");
        *top = self.xor(*top, sign);
        word
    }

    fn word_shift(&mut self, op: Op, width: u32, a: &[NodeId], amount: &[NodeId]) -> Word {
        let zero = self.constant(0);
        let above = amount[1..]
            .iter()
            .fold(zero, |any, &limb| self.or(any, limb));
        let small = self.eq(above, zero);
        let shifted = if a.len() == 1 {
            vec![self.shift(op, width, a[0], amount[0])]
        } else {
            self.barrel(op, width, a, amount[0])
        };
        let zeros = self.zeros(width);
        self.word_mux(small, &shifted, &zeros)
    }

    /// Shifts a wide word by one stage per bit of the amount.
    fn barrel(&mut self, op: Op, width: u32, a: &[NodeId], amount: NodeId) -> Word {
        let mut word = a.to_vec();
        let stages = u32::BITS - (width - 1).leading_zeros();
        for stage in 0..stages {
            let bit = self.shr_by(amount, stage);
            let bit = self.low(bit, 1);
            let step = 1 << stage;
            let moved = match op {
                _ if step >= width => self.zeros(width),
                Op::Shl => {
                    let low = self.word_slice(&word, 0, width - step);
                    let zeros = self.zeros(step);
                    self.word_concat(&low, width - step, &zeros, step)
                }
                _ => {
                    let high = self.word_slice(&word, step, width - step);
                    self.word_extend(&high, width)
                }
            };
            word = self.word_mux(bit, &moved, &word);
        }
        let rest = self.shr_by(amount, stages);
        let zero = self.constant(0);
        let fits = self.eq(rest, zero);
        let zeros = self.zeros(width);
        self.word_mux(fits, &word, &zeros)
    }

    /// Choice by one bit.
    pub(crate) fn word_mux(&mut self, condition: NodeId, a: &[NodeId], b: &[NodeId]) -> Word {
        self.each(a, b, |pool, a, b| pool.mux(condition, a, b))
    }

    /// 64 bits from bit `offset` up. Bits above the word are zero.
    fn window(&mut self, word: &[NodeId], offset: u32) -> NodeId {
        let (limb, shift) = ((offset / 64) as usize, offset % 64);
        let zero = self.constant(0);
        let low = word.get(limb).copied().unwrap_or(zero);
        let low = self.shr_by(low, shift);
        let high = word.get(limb + 1).copied().unwrap_or(zero);
        if shift == 0 {
            return low;
        }
        let high = self.shl_by(64, high, 64 - shift);
        self.or(low, high)
    }

    /// Bits `offset..offset + width`.
    pub(crate) fn word_slice(&mut self, word: &[NodeId], offset: u32, width: u32) -> Word {
        let limb = |limb| {
            let bits = self.window(word, offset + 64 * limb);
            self.low(bits, limb_width(width, limb))
        };
        (0..limbs(width)).map(limb).collect()
    }

    /// `high` above `low`, which are `high_width` and `width` bits wide.
    pub(crate) fn word_concat(
        &mut self,
        high: &[NodeId],
        high_width: u32,
        low: &[NodeId],
        width: u32,
    ) -> Word {
        let total = width + high_width;
        let mut word = low.to_vec();
        word.resize(limbs(total) as usize, self.constant(0));
        for (limb, &part) in (0..).zip(high) {
            let (place, shift) = ((width / 64 + limb) as usize, width % 64);
            let lower = self.shl_by(64, part, shift);
            word[place] = self.or(word[place], lower);
            if shift > 0 && place + 1 < word.len() {
                let upper = self.shr_by(part, 64 - shift);
                word[place + 1] = self.or(word[place + 1], upper);
            }
        }
        word
    }

    /// Extends with zeros to `width`.
    pub(crate) fn word_extend(&mut self, word: &[NodeId], width: u32) -> Word {
        let mut word = word.to_vec();
        word.resize(limbs(width) as usize, self.constant(0));
        word
    }

    /// Extends a word of `own` bits to `width` with copies of its sign bit.
    pub(crate) fn word_sign_extend(&mut self, word: &[NodeId], own: u32, width: u32) -> Word {
        let top = limbs(own) - 1;
        let sign = 1u64 << ((own - 1) % 64);
        let sign = self.constant(sign);
        let limb = word[top as usize];
        // (x ^ sign) - sign copies the sign bit upwards within the limb.
        let flipped = self.xor(limb, sign);
        let mut result = word.to_vec();
        result[top as usize] = self.sub(limb_width(width, top), flipped, sign);
        let bit = self.shr_by(limb, (own - 1) % 64);
        for limb in top + 1..limbs(width) {
            let (zero, fill) = (
                self.constant(0),
                self.constant(ones(limb_width(width, limb))),
            );
            result.push(self.mux(bit, fill, zero));
        }
        result
    }
}

//! Random generator of the pieces: bags of seven.
//!
//! Each bag has every shape once. A bag is shuffled while it is dealt (Fisher-Yates, inside out):
//! place `i` takes the shape at a random place `j <= i`, and `j` takes shape `i + 1`. A random
//! number above `i` is discarded, so all 5040 orders are equally likely.
//!
//! The random numbers are bits of a shift register. It steps in every clock while no game is
//! played, so the clock of the key that starts a game decides its bags. In a game it steps while a
//! piece is taken and a bag is shuffled. Two players who start with the same state get the same
//! pieces.
//!
//! Each player has a ring of 16 places in block RAM. After the first deal it holds 9 to 15 pieces
//! while `ready` is high, the next one included.
//!
//! **Interface**: commands are strobes. `take` and `deal` are accepted while `ready` is high.
//! `next_shape` is valid while `ready` is high. `slots.shape` is valid one clock after
//! `slots.index` if `ready` was high then.
//!
//! **Latency**: four clocks for each draw, so that its three bits are new. A bag takes about 35
//! clocks.
//!
//! **Source**: the guideline's random generator, see `docs/rules.md`, bags.

use gatefall_macros::{clocked, construct, interface, Module};
use gatefall_widgets::property::{Ending, Mutant, Observer, Property, Wait};
use gatefall_widgets::random::lfsr32::Lfsr32;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Draw,
    ReadOther,
    MoveOther,
    WriteShape,
    Refill,
    LoadNext,
}

/// The pieces to come, as the picture reads them.
#[interface(client = NextPiecesReader)]
pub struct NextPieces {
    /// Index of a piece, 0 = next.
    pub index: Signal<In, Bits<3>>,
    /// Shape at the `index` of the clock before, 1 to 7. Valid if `ready` was high then.
    pub shape: Signal<Out, Bits<3>>,
    /// Level: `index` is read. Low while a bag is shuffled or the players are exchanged.
    pub ready: Signal<Out, Bit>,
}

/// Commands to the bags, and the next piece.
#[interface(client = BagControlClient)]
pub struct BagControlPort {
    /// Strobe: a new game; abort and discard the pieces of the ring.
    pub restart: Signal<In, Bit>,
    /// Strobe: shuffle the first two bags.
    pub deal: Signal<In, Bit>,
    /// Strobe: remove the next piece.
    pub take: Signal<In, Bit>,
    /// Shape of the next piece, 1 to 7.
    pub next_shape: Signal<Out, Bits<3>>,
    /// Level: no bag is being shuffled.
    pub ready: Signal<Out, Bit>,
}

/// State machine of the shuffle, shift register and rings.
#[derive(LogicBlock, Module)]
pub struct RandomTetris {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: no game is played; the shift register steps in every clock.
    pub free: Signal<In, Bit>,
    /// Commands to the bags, and the next piece.
    pub control: BagControlPort,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// The pieces to come.
    pub slots: NextPieces,
    /// Level: the players are being exchanged; the slots are not valid.
    pub exchanging: Signal<In, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    #[part]
    lfsr: Lfsr32,
    #[part(clock)]
    #[given]
    ring: RAM<Bits<3>, 5>,
    #[reset(Step::Idle, or = self.control.restart.val())]
    step: DFF<Step>,
    #[context]
    #[reset(or = self.control.restart.val())]
    head: DFF<Bits<4>>,
    #[context]
    #[reset(or = self.control.restart.val())]
    tail: DFF<Bits<4>>,
    #[reset(or = self.control.restart.val())]
    place: DFF<Bits<3>>,
    #[reset(or = self.control.restart.val())]
    other: DFF<Bits<3>>,
    #[context]
    #[reset(or = self.control.restart.val())]
    next: DFF<Bits<3>>,
    next_head: Signal<Local, Bits<4>>,
    next_tail: Signal<Local, Bits<4>>,
    next_place: Signal<Local, Bits<3>>,
    ahead: Signal<Local, Bits<4>>,
    mask: Signal<Local, Bits<3>>,
    is_drawn: Signal<Local, Bit>,
    read_base: Signal<Local, Bits<4>>,
    read_offset: Signal<Local, Bits<3>>,
    read_place: Signal<Local, Bits<4>>,
    write_offset: Signal<Local, Bits<3>>,
    write_place: Signal<Local, Bits<4>>,
}

impl Default for RandomTetris {
    fn default() -> Self {
        construct!(RandomTetris {
            ring: std::iter::repeat_n(Bits::<3>::default(), 32).into(),
        })
    }
}

#[clocked]
impl Logic for RandomTetris {
    #[hdl_gen]
    fn update(&mut self) {
        self.lfsr.enable.next = self.free.val() | (self.step.q.val() != Step::Idle);
        self.control.next_shape.next = self.next.q.val();
        self.slots.shape.next = self.ring.read_data.val();
        self.control.ready.next = self.step.q.val() == Step::Idle;
        self.slots.ready.next = self.control.ready.val() & !self.exchanging.val();
        self.next_head.next = self.head.q.val() + 1;
        self.next_tail.next = self.tail.q.val() + 7;
        self.next_place.next = self.place.q.val() + 1;
        self.ahead.next = self.tail.q.val() - self.head.q.val();
        // Only the bits that the place needs, so that most draws are accepted.
        self.mask.next = 0.into();
        if self.place.q.val().get_bit(2) {
            self.mask.next = 7.into();
        } else if self.place.q.val().get_bit(1) {
            self.mask.next = 3.into();
        } else if self.place.q.val().get_bit(0) {
            self.mask.next = 1.into();
        }
        self.is_drawn.next = self.other.q.val() <= self.place.q.val();
        self.read_base.next = self.tail.q.val();
        self.read_offset.next = self.other.q.val();
        self.write_offset.next = self.place.q.val();
        self.ring.write_data.next = self.ring.read_data.val();
        self.ring.write_enable.next = false;
        match self.step.q.val() {
            Step::Idle => {
                self.read_base.next = self.head.q.val();
                self.read_offset.next = self.slots.index.val();
                if self.control.take.val() {
                    self.head.d.next = self.next_head.val();
                    self.step.d.next = Step::Refill;
                } else if self.control.deal.val() {
                    self.step.d.next = Step::Refill;
                }
            }
            Step::Draw => {
                self.other.d.next = self.lfsr.value.val().get_bits::<3>(0) & self.mask.val();
                self.step.d.next = Step::ReadOther;
            }
            Step::ReadOther => {
                self.step.d.next = Step::MoveOther;
            }
            Step::MoveOther => {
                self.ring.write_enable.next = self.is_drawn.val();
                self.step.d.next = Step::WriteShape;
            }
            Step::WriteShape => {
                self.ring.write_enable.next = self.is_drawn.val();
                self.write_offset.next = self.other.q.val();
                self.ring.write_data.next = self.next_place.val();
                self.step.d.next = Step::Draw;
                if self.is_drawn.val() {
                    self.place.d.next = self.next_place.val();
                    if self.place.q.val() == 6 {
                        self.place.d.next = 0.into();
                        self.tail.d.next = self.next_tail.val();
                        self.step.d.next = Step::Refill;
                    }
                }
            }
            Step::Refill => {
                self.read_base.next = self.head.q.val();
                self.read_offset.next = 0.into();
                self.step.d.next = Step::LoadNext;
                // Eight pieces or fewer.
                if !self.ahead.val().get_bit(3) | !self.ahead.val().get_bits::<3>(0).any() {
                    self.step.d.next = Step::Draw;
                }
            }
            Step::LoadNext => {
                self.next.d.next = self.ring.read_data.val();
                self.step.d.next = Step::Idle;
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        self.read_place.next = self.read_base.val() + bit_cast::<4, 3>(self.read_offset.val());
        self.write_place.next = self.tail.q.val() + bit_cast::<4, 3>(self.write_offset.val());
        self.ring.read_address.next = (bit_cast::<5, 1>(self.player.val().into()) << 4)
            | bit_cast::<5, 4>(self.read_place.val());
        self.ring.write_address.next = (bit_cast::<5, 1>(self.player.val().into()) << 4)
            | bit_cast::<5, 4>(self.write_place.val());
    }
}

impl RandomTetris {
    /// Most draws of a bag, from any state of the generator. A test goes through all of them.
    pub const MOST_DRAWS: u32 = 33;

    /// Clocks of the longest bag.
    const BAG_CLOCKS: u32 = 4 * Self::MOST_DRAWS;

    /// Longest command: two bags.
    pub const MOST_CLOCKS: u32 = 2 * (Self::BAG_CLOCKS + 1) + 2;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // `step` counts Idle, Draw, ReadOther, MoveOther, WriteShape, Refill, LoadNext.
        Property {
            lemmas: &[
                "step <= 6 && place <= 6 && (place == 0 || step >= 1 && step <= 4)",
                // The places before `place` have the shapes up to its number, each once.
                "((place > 0 ? 8'd1 << ring[{player, tail}] : 8'd0) \
                 | (place > 1 ? 8'd1 << ring[{player, tail + 4'd1}] : 8'd0) \
                 | (place > 2 ? 8'd1 << ring[{player, tail + 4'd2}] : 8'd0) \
                 | (place > 3 ? 8'd1 << ring[{player, tail + 4'd3}] : 8'd0) \
                 | (place > 4 ? 8'd1 << ring[{player, tail + 4'd4}] : 8'd0) \
                 | (place > 5 ? 8'd1 << ring[{player, tail + 4'd5}] : 8'd0)) \
                 == (8'd2 << place) - 8'd2",
                "step != 3 || ring.read_data == ring[{player, tail + {1'b0, other}}]",
                "step != 4 || !is_drawn || other == place \
                 || ring[{player, tail + {1'b0, place}}] == ring[{player, tail + {1'b0, other}}]",
            ],
            assumed: &["control.ready || !context_shift"],
            stable: &["player"],
            observers: &[
                Observer::new("old_tail", 4, "tail"),
                Observer::new("was_dealt", 1, "step == 4 && !control.restart"),
            ],
            ..Property::new(
                "a bag has each of the seven shapes once",
                "!was_dealt || tail == old_tail || ((8'd1 << ring[{player, tail - 4'd1}]) \
                 | (8'd1 << ring[{player, tail - 4'd2}]) | (8'd1 << ring[{player, tail - 4'd3}]) \
                 | (8'd1 << ring[{player, tail - 4'd4}]) | (8'd1 << ring[{player, tail - 4'd5}]) \
                 | (8'd1 << ring[{player, tail - 4'd6}]) | (8'd1 << ring[{player, tail - 4'd7}])) \
                 == 8'b11111110",
                Mutant::new(
                    "(place == 3'd6) begin\n                    tail",
                    "(place == 3'd2) begin\n                    tail",
                    16,
                ),
            )
        },
        // `bags` are those of this command. A bag is shuffled if at most eight pieces are ahead.
        Property {
            lemmas: &[
                "step <= 6 && (step == 0 || step >= 5 || ahead <= 8)",
                "bags <= 2 && (bags == 0 || ahead >= bags * 7)",
            ],
            assumed: &["control.ready || !context_shift"],
            observers: &[Observer::new(
                "bags",
                4,
                "step == STEP_IDLE || control.restart ? 0 \
                 : bags + (step == STEP_WRITE_SHAPE && is_drawn && place == 6)",
            )],
            waits: &[Wait::new("bag", "step > 0 && step < 5", Self::BAG_CLOCKS)],
            ..Property::ends(
                "a command ends within 268 clocks",
                Ending {
                    busy: "!control.ready",
                    spent: "bags * (bag_limit + 1) + (step == STEP_REFILL ? 0 \
                            : step == STEP_LOAD_NEXT ? 1 : 1 + bag_wait)",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new(
                    "!(|ahead[2:0])) begin\n                        step <= STEP_DRAW",
                    "!(|ahead[2:0])) begin\n                        step <= STEP_REFILL",
                    8,
                ),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};
    use std::collections::{BTreeMap, BTreeSet};

    fn started_after(cycles: u32) -> Bench<RandomTetris> {
        started(Bench::new(RandomTetris::default()), cycles)
    }

    fn started(mut uut: Bench<RandomTetris>, cycles: u32) -> Bench<RandomTetris> {
        poke!(uut.free = true);
        for _ in 0..cycles {
            tick!(uut);
        }
        poke!(uut, control.restart = true);
        tick!(uut);
        poke!(uut, control.restart = false);
        poke!(uut.free = false);
        poke!(uut, control.deal = true);
        tick!(uut);
        poke!(uut, control.deal = false);
        uut
    }

    fn take(uut: &mut Bench<RandomTetris>) -> u64 {
        while !peek!(uut, control.ready) {
            tick!(uut);
        }
        let shape = peek!(uut, control.next_shape).into();
        poke!(uut, control.take = true);
        tick!(uut);
        poke!(uut, control.take = false);
        shape
    }

    #[test]
    fn every_seven_pieces_are_the_seven_shapes_in_no_favoured_order() {
        const BAGS: usize = 700;
        let mut uut = started_after(3);
        let mut seen_at = [[0u32; 8]; 7];
        for bag in 0..BAGS {
            let shapes: Vec<u64> = (0..7).map(|_| take(&mut uut)).collect();
            let mut sorted = shapes.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [1, 2, 3, 4, 5, 6, 7], "bag {bag}");
            for (place, shape) in shapes.into_iter().enumerate() {
                seen_at[place][shape as usize] += 1;
            }
        }
        // Each shape is expected 100 times at each place, with a standard deviation of 9.3.
        for place in seen_at {
            assert!(
                place[1..].iter().all(|count| (60..=140).contains(count)),
                "{place:?}"
            );
        }
    }

    #[test]
    fn the_clock_of_the_start_decides_the_order() {
        let orders: std::collections::BTreeSet<Vec<u64>> = (0..20)
            .map(|cycles| {
                let mut uut = started_after(100 + cycles);
                (0..14).map(|_| take(&mut uut)).collect()
            })
            .collect();
        // Two starts may draw the same numbers if one discards its first draws. Few do.
        assert!(
            orders.len() >= 15,
            "{} different orders in 20",
            orders.len()
        );
    }

    #[test]
    fn the_slots_are_the_coming_pieces() {
        let mut uut = started(Bench::with_rust_hdl(RandomTetris::default()), 50);
        for _ in 0..15 {
            while !peek!(uut, control.ready) {
                tick!(uut);
            }
            let mut shown: Vec<u64> = Vec::new();
            for slot in 0..5u64 {
                poke!(uut, slots.index = slot.to_bits());
                tick!(uut);
                shown.push(peek!(uut, slots.shape).into());
            }
            let next: u64 = peek!(uut, control.next_shape).into();
            assert_eq!(shown[0], next);
            assert_eq!(take(&mut uut), shown[0]);
            while !peek!(uut, control.ready) {
                tick!(uut);
            }
            let next: u64 = peek!(uut, control.next_shape).into();
            assert_eq!(next, shown[1]);
        }
    }

    /// Accepted draws for the places 0 to 6 of a bag.
    type Draws = [u64; 7];

    /// All series of accepted draws: for place `i` a number up to `i`. All are equally likely,
    /// because each draw is one value of new bits.
    fn all_draws() -> Vec<Draws> {
        let places = 0..7;
        places.fold(vec![[0; 7]], |draws, place| {
            let with = |draws: &Draws, number| {
                let mut draws = *draws;
                draws[place] = number;
                draws
            };
            let more = draws.iter();
            more.flat_map(|draws| (0..=place as u64).map(move |number| with(draws, number)))
                .collect()
        })
    }

    /// Counts the orders over all series of draws.
    fn orders(deal: &mut dyn FnMut(&Draws) -> Vec<u64>) -> BTreeMap<Vec<u64>, u32> {
        let mut orders = BTreeMap::new();
        for draws in all_draws() {
            *orders.entry(deal(&draws)).or_default() += 1;
        }
        orders
    }

    /// True if each order of the seven shapes occurs exactly once.
    fn is_uniform(orders: &BTreeMap<Vec<u64>, u32>) -> bool {
        let is_bag = |order: &Vec<u64>| BTreeSet::from_iter(order).len() == 7;
        orders.len() == 5040 && orders.keys().all(is_bag) && orders.values().all(|&n| n == 1)
    }

    fn step(uut: &mut Bench<RandomTetris>) -> u64 {
        uut.machine().peek("step").unwrap()
    }

    /// Runs to the next draw and sets the lowest bits of the shift register to `number`.
    fn force_draw(uut: &mut Bench<RandomTetris>, number: u64) {
        while step(uut) != Step::Draw as u64 {
            assert!(!peek!(uut, control.ready), "the bag is full");
            tick!(uut);
        }
        let machine = uut.machine();
        machine.poke("lfsr.state", 0x5A5A_5A58 | number).unwrap();
        tick!(uut);
    }

    /// A module with an empty ring that begins to shuffle.
    fn dealing() -> Bench<RandomTetris> {
        let mut uut = Bench::new(RandomTetris::default());
        poke!(uut, control.deal = true);
        tick!(uut);
        poke!(uut, control.deal = false);
        uut
    }

    #[test]
    fn all_5040_orders_are_equally_likely() {
        let mut uut = dealing();
        let begun = uut.machine().snapshot();
        let orders = orders(&mut |draws| {
            uut.machine().restore(&begun).unwrap();
            for &number in draws {
                force_draw(&mut uut, number);
            }
            // Three more clocks write the shapes of the last draw.
            for _ in 0..3 {
                tick!(uut);
            }
            let ring = uut.machine().memory("ring").unwrap();
            (0..7).map(|place| ring.get(place).unwrap()).collect()
        });
        assert_eq!(orders.len(), 5040);
        assert!(is_uniform(&orders));
    }

    #[test]
    fn a_number_above_the_place_is_drawn_again() {
        let mut uut = dealing();
        for place in 0..7u64 {
            let bits = [0, 1, 2, 2, 3, 3, 3][place as usize];
            for number in (place + 1..1 << bits).chain([place]) {
                let kept: Vec<u64> = {
                    let ring = uut.machine().memory("ring").unwrap();
                    (0..32).map(|word| ring.get(word).unwrap()).collect()
                };
                force_draw(&mut uut, number);
                for _ in 0..3 {
                    tick!(uut);
                }
                if number > place {
                    assert_eq!(uut.machine().peek("place").unwrap(), place);
                    let ring = uut.machine().memory("ring").unwrap();
                    let now: Vec<u64> = (0..32).map(|word| ring.get(word).unwrap()).collect();
                    assert_eq!(now, kept, "{number} at place {place}");
                }
            }
            let next = (place + 1) % 7;
            assert_eq!(uut.machine().peek("place").unwrap(), next);
        }
    }

    #[test]
    fn each_draw_uses_new_bits() {
        let mut uut = dealing();
        let mut last_draw = None;
        for clock in 0..400 {
            if step(&mut uut) == Step::Draw as u64 {
                let between = last_draw.map(|last| clock - last);
                assert!(
                    between.is_none_or(|clocks| clocks >= 3),
                    "{between:?} clocks"
                );
                last_draw = Some(clock);
            }
            let before = uut.machine().peek("lfsr.state").unwrap();
            let works = !peek!(uut, control.ready);
            tick!(uut);
            let after = uut.machine().peek("lfsr.state").unwrap();
            assert_eq!(after != before, works, "a step in each clock of the work");
        }
    }

    /// A generator of 12 orders, each rotated by 0 to 6 places. Every shape is equally often at
    /// every place, so counts for each place do not show the fault.
    fn one_of_84(draws: &Draws) -> Vec<u64> {
        let (turn, order) = (draws[6], draws[3] + 4 * draws[2]);
        let by_steps = |step| (0..7).map(move |place| (place * step) % 7 + 1);
        let steps = by_steps(order % 6 + 1);
        let mut shapes: Vec<u64> = steps.collect();
        if order >= 6 {
            shapes.swap(1, 2);
        }
        shapes.rotate_left(turn as usize);
        shapes
    }

    #[test]
    fn a_generator_of_84_orders_is_not_uniform() {
        let orders = orders(&mut one_of_84);
        assert_eq!(orders.len(), 84);
        assert!(
            orders.values().all(|&count| count == 60),
            "each as often as any other"
        );
        assert!(!is_uniform(&orders));
    }
}

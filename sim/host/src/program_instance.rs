//! An instance of a compiled module in wasmtime.

use gatefall_compile::Program;
use wasmtime::{Config, Engine, Instance, Memory, Module, Store, Strategy, TypedFunc};

use crate::error::HostError;

/// Strategy for a program that is replaced soon: slower machine code in a tenth of the compile
/// time.
pub(crate) const BASELINE: Strategy =
    match cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        true => Strategy::Winch,
        false => Strategy::Cranelift,
    };
/// Strategy for a program that runs for a long time.
pub(crate) const OPTIMISING: Strategy = Strategy::Cranelift;

/// An instance of a program.
pub(crate) struct ProgramInstance {
    store: Store<()>,
    memory: Memory,
    run: TypedFunc<u32, ()>,
    resume: TypedFunc<u32, ()>,
    /// True if the image may have been changed since the last cycle.
    touched: bool,
}

impl ProgramInstance {
    /// Makes an instance at power-up. If the baseline compiler refuses the program, the optimising
    /// compiler is used.
    ///
    /// # Errors
    /// If the engine refuses the program, or the program needs more stack than there is.
    pub(crate) fn new(program: &Program, compiler: Strategy) -> Result<ProgramInstance, HostError> {
        let running = ProgramInstance::with(program, compiler);
        let running = match compiler == OPTIMISING {
            true => running,
            false => running.or_else(|_| ProgramInstance::with(program, OPTIMISING)),
        };
        running.map_err(|error| HostError::Engine(error.into()))
    }

    fn with(program: &Program, compiler: Strategy) -> wasmtime::Result<ProgramInstance> {
        let mut config = Config::new();
        config.strategy(compiler);
        // A module that cannot trap needs no map from machine code to WebAssembly.
        config.generate_address_map(false);
        let engine = Engine::new(&config)?;
        let module = Module::new(&engine, program.wasm())?;
        // In the first cycle every partition is active, so every function is entered. The need of
        // stack is the same in every call, so this trial shows that the stack is large enough.
        let mut trial = ProgramInstance::instance(&engine, &module)?;
        trial.run.call(&mut trial.store, 1)?;
        drop(trial);
        ProgramInstance::instance(&engine, &module)
    }

    fn instance(engine: &Engine, module: &Module) -> wasmtime::Result<ProgramInstance> {
        let mut store = Store::new(engine, ());
        let instance = Instance::new(&mut store, module, &[])?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .expect("programs export their memory");
        let run = instance.get_typed_func(&mut store, "run")?;
        let resume = instance.get_typed_func(&mut store, "resume")?;
        Ok(ProgramInstance {
            store,
            memory,
            run,
            resume,
            touched: true,
        })
    }

    /// Number of WebAssembly instructions that some cycles from a state take. A first cycle, in
    /// which every partition is active, is not counted.
    ///
    /// # Errors
    /// If the engine refuses the program.
    pub(crate) fn count(program: &Program, image: &[u8], cycles: u32) -> Result<u64, HostError> {
        let count = || {
            let mut config = Config::new();
            // An instruction takes a unit of fuel. Words that only enclose others take none.
            config.strategy(OPTIMISING).consume_fuel(true);
            let engine = Engine::new(&config)?;
            let module = Module::new(&engine, program.wasm())?;
            let mut counted = ProgramInstance::instance(&engine, &module)?;
            counted.store.set_fuel(u64::MAX)?;
            counted.image_mut()[..image.len()].copy_from_slice(image);
            counted.run(1);
            let before = counted.store.get_fuel()?;
            counted.run(cycles);
            Ok(before - counted.store.get_fuel()?)
        };
        count().map_err(|error: wasmtime::Error| HostError::Engine(error.into()))
    }

    /// Lengths of the stretches of cycles in which no partition is active, within some cycles from
    /// a state. A first cycle, in which every partition is active, is not counted.
    ///
    /// # Errors
    /// If the engine refuses the program.
    pub(crate) fn idle_stretches(
        program: &Program,
        image: &[u8],
        cycles: u32,
    ) -> Result<Vec<u32>, HostError> {
        let mut watched = ProgramInstance::new(program, OPTIMISING)?;
        watched.image_mut()[..image.len()].copy_from_slice(image);
        watched.run(1);
        let mut stretches = vec![0];
        let mut before = program.activations(watched.image());
        for _ in 0..cycles {
            watched.run(1);
            let now = program.activations(watched.image());
            match (now == before, stretches.last_mut()) {
                (true, Some(length)) => *length += 1,
                _ => stretches.push(0),
            }
            before = now;
        }
        stretches.retain(|&length| length > 0);
        Ok(stretches)
    }

    pub(crate) fn run(&mut self, cycles: u32) {
        let touched = std::mem::take(&mut self.touched);
        let run = if touched { &self.run } else { &self.resume };
        let done = run.call(&mut self.store, cycles);
        done.expect("all addresses lie in the memory, and the first cycle had stack enough");
    }

    pub(crate) fn image(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    pub(crate) fn image_mut(&mut self) -> &mut [u8] {
        self.touched = true;
        self.memory.data_mut(&mut self.store)
    }
}

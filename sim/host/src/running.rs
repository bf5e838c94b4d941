//! A module in the engine.

use gatefall_compile::Program;
use wasmtime::{Config, Engine, Instance, Memory, Module, Store, TypedFunc};

use crate::error::HostError;

/// An instance of a program.
pub(crate) struct Running {
    store: Store<()>,
    memory: Memory,
    run: TypedFunc<u32, ()>,
}

impl Running {
    pub(crate) fn new(program: &Program) -> Result<Running, HostError> {
        let failed = |error: wasmtime::Error| HostError::Engine(format!("{error:#}"));
        let mut config = Config::new();
        // A module that cannot trap needs no map from machine code back to WebAssembly.
        config.generate_address_map(false);
        let engine = Engine::new(&config).map_err(failed)?;
        let module = Module::new(&engine, program.wasm()).map_err(failed)?;
        let mut store = Store::new(&engine, ());
        let instance = Instance::new(&mut store, &module, &[]).map_err(failed)?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .expect("programs export their memory");
        let run = instance.get_typed_func(&mut store, "run").map_err(failed)?;
        Ok(Running { store, memory, run })
    }

    pub(crate) fn run(&mut self, cycles: u32) {
        let done = self.run.call(&mut self.store, cycles);
        done.expect("compiled designs do not trap: all addresses lie in their memory");
    }

    pub(crate) fn image(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    pub(crate) fn image_mut(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }
}

//! Names of modules, and hierarchical names.
//!
//! `game.columns[3].top` is the net `top` of the instance `columns[3]` in the instance `game`.

use std::collections::{BTreeSet, HashSet};

use crate::ids::{InstanceId, ModuleId};
use crate::netlist::{Module, Netlist};

impl Netlist {
    /// Splits a hierarchical name into instances and an item of the innermost module. `is_item`
    /// tells if a module has an item of a name. Names of the top's own items have no prefix.
    pub fn resolve<'a>(
        &self,
        name: &'a str,
        is_item: impl Fn(&Module, &str) -> bool + Copy,
    ) -> Option<(Vec<InstanceId>, ModuleId, &'a str)> {
        let mut path = Vec::new();
        let (module, item) = self.resolve_in(self.top, name, is_item, &mut path)?;
        path.reverse();
        Some((path, module, item))
    }

    fn resolve_in<'a>(
        &self,
        id: ModuleId,
        name: &'a str,
        is_item: impl Fn(&Module, &str) -> bool + Copy,
        path: &mut Vec<InstanceId>,
    ) -> Option<(ModuleId, &'a str)> {
        let module = &self.modules[id];
        if is_item(module, name) {
            return Some((id, name));
        }
        module.instances.iter().find_map(|(instance_id, instance)| {
            let rest = name
                .strip_prefix(instance.name.as_str())?
                .strip_prefix('.')?;
            let found = self.resolve_in(instance.module, rest, is_item, path)?;
            path.push(instance_id);
            Some(found)
        })
    }

    /// Renames modules. `name_of` proposes a name, or `None` to keep the current one. The top and
    /// primitives of the FPGA keep their names. A name that is already used gets a number.
    ///
    /// Lowering names modules after the fields that contain them. A caller with access to the
    /// source can find their types by [`Module::fields`].
    pub fn rename_modules(&mut self, mut name_of: impl FnMut(&Module) -> Option<String>) {
        let mut taken = HashSet::new();
        let mut proposed = Vec::new();
        for (id, module) in self.modules.iter() {
            let primitive = module
                .black_box
                .as_ref()
                .is_some_and(|text| text.body.is_none());
            let name = if id == self.top || primitive {
                None
            } else {
                name_of(module)
            };
            if name.is_none() {
                taken.insert(module.name.clone());
            }
            proposed.push(name);
        }
        for (module, name) in self.modules.values_mut().zip(proposed) {
            if let Some(name) = name {
                let mut candidate = name.clone();
                let mut number = 2;
                while !taken.insert(candidate.clone()) {
                    candidate = format!("{name}_{number}");
                    number += 1;
                }
                module.name = candidate;
            }
        }
    }
}

impl Module {
    /// Names of the used fields of the module's source: ports, signals, constants, registers,
    /// memories and instances. An interface or an array is one field.
    pub fn fields(&self) -> BTreeSet<&str> {
        let nets = self.nets.values().map(|net| net.name.as_str());
        let memories = self.memories.values().map(|memory| memory.name.as_str());
        let instances = self
            .instances
            .values()
            .map(|instance| instance.name.as_str());
        let names = nets.chain(memories).chain(instances);
        names
            .map(|name| name.split(['.', '[']).next().unwrap_or(name))
            .collect()
    }
}

//! Hierarchical names: `game.columns[3].top` is the net `top` of the instance `columns[3]` of the instance `game`.

use crate::ids::{InstanceId, ModuleId};
use crate::netlist::{Module, Netlist};

impl Netlist {
    /// Splits a hierarchical name into instances and the name of an item of the innermost module for which
    /// `is_item` holds. Names of the top's own nets have no prefix.
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
}

//! Simulation models of black boxes.

use crate::error::ModelError;
use crate::ids::{EnumId, ModuleId};
use crate::netlist::{Module, NetKind, Netlist, PortDirection};

impl Netlist {
    /// Replaces a black box by a model, which simulates the hand-written Verilog of the black box.
    /// The model's top has the ports of the black box; the model may have more modules.
    ///
    /// # Errors
    /// If no black box has that name, its ports differ from those of the model, or the result does
    /// not verify. The latter happens if a combinational path of the model closes a loop.
    pub fn with_model(&self, black_box: &str, model: &Netlist) -> Result<Netlist, ModelError> {
        let replaced = self
            .module(black_box)
            .filter(|&id| self.modules[id].black_box.is_some())
            .ok_or_else(|| ModelError::NoBlackBox(black_box.to_owned()))?;
        let (wanted, found) = (ports(&self.modules[replaced]), ports(model.top()));
        if wanted != found {
            return Err(ModelError::Ports {
                black_box: black_box.to_owned(),
                wanted: wanted.join(", "),
                found: found.join(", "),
            });
        }
        let mut design = Netlist {
            modules: Default::default(),
            enums: self.enums.clone(),
            top: self.top,
        };
        let enums = design.enums.len();
        for own in model.enums.values() {
            design.enums.push(own.clone());
        }
        let mut moved: Vec<ModuleId> = Vec::new();
        for (id, module) in self.modules.iter() {
            moved.push(match id == replaced {
                true => design.insert(self, model, black_box, enums),
                false => {
                    let module = with_instances(module, &moved);
                    design.modules.push(module)
                }
            });
        }
        design.top = moved[usize::from(self.top)];
        match design.verify() {
            Ok(()) => Ok(design),
            Err(error) => Err(ModelError::Invalid {
                black_box: black_box.to_owned(),
                error,
            }),
        }
    }

    /// Adds the modules of a model. Its top gets the name of the black box.
    fn insert(&mut self, outer: &Netlist, model: &Netlist, name: &str, enums: usize) -> ModuleId {
        let mut moved: Vec<ModuleId> = Vec::new();
        for (id, module) in model.modules.iter() {
            let mut module = with_instances(module, &moved);
            module.name = match id == model.top {
                true => name.to_owned(),
                false => self.unused_name(outer, &format!("{name}_{}", module.name)),
            };
            for net in module.nets.values_mut() {
                if let NetKind::Enum(id) = net.kind {
                    net.kind = NetKind::Enum(EnumId::from(usize::from(id) + enums));
                }
            }
            moved.push(self.modules.push(module));
        }
        moved[usize::from(model.top)]
    }

    fn unused_name(&self, outer: &Netlist, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| self.module(name).is_none() && outer.module(name).is_none())
            .expect("there are more numbers than modules")
    }
}

/// A copy with the ids of its instances' modules replaced.
fn with_instances(module: &Module, moved: &[ModuleId]) -> Module {
    let mut module = module.clone();
    for instance in module.instances.values_mut() {
        instance.module = moved[usize::from(instance.module)];
    }
    module
}

/// Text of the ports, for messages.
fn ports(module: &Module) -> Vec<String> {
    let ports = module.ports.iter().map(|port| {
        let net = &module.nets[port.net];
        let direction = match port.direction {
            PortDirection::Input => "input",
            PortDirection::Output => "output",
        };
        match net.kind {
            NetKind::Clock => format!("{direction} {}: clock", net.name),
            _ => format!("{direction} {}: {}", net.name, net.width),
        }
    });
    ports.collect()
}

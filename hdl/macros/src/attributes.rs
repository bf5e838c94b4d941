//! The attributes of a module: finds them, and refuses those that have no effect.

use crate::field_type::outer;
use syn::{Attribute, DeriveInput, Error, Field, FieldsNamed, Result};

/// All attributes that the derive `Module` reads.
const NAMES: [&str; 6] = ["reset", "default", "value", "part", "given", "context"];

pub fn find<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|a| a.path().is_ident(name))
}

/// An error for each attribute that nothing reads.
pub fn check(input: &DeriveInput, fields: &FieldsNamed) -> Result<()> {
    let of_module = refused(&input.attrs, "a module", &["context"]);
    let of_fields = fields.named.iter().flat_map(refused_of_field);
    let mut errors = of_module.into_iter().chain(of_fields);
    let Some(mut error) = errors.next() else {
        return Ok(());
    };
    error.extend(errors);
    Err(error)
}

fn refused_of_field(field: &Field) -> Vec<Error> {
    let is_given = find(&field.attrs, "given").is_some();
    let (kind, names): (_, &[&str]) = match outer(&field.ty).as_str() {
        "DFF" => ("a register", &["reset", "context", "given"]),
        "Signal" => ("a signal", &["default", "given"]),
        "Constant" if is_given => ("a given constant", &["given"]),
        "Constant" => ("a constant", &["value", "given"]),
        _ => ("a part", &["part", "context", "given"]),
    };
    let mut errors = refused(&field.attrs, kind, names);
    let words = field.attrs.iter().filter(|attribute| {
        attribute.path().is_ident("given") || attribute.path().is_ident("context")
    });
    errors.extend(words.filter_map(|word| word.meta.require_path_only().err()));
    errors
}

/// An error for each attribute of this crate that is not among `names`, or is there twice.
fn refused(attributes: &[Attribute], kind: &str, names: &[&str]) -> Vec<Error> {
    let mut errors = Vec::new();
    for (place, attribute) in attributes.iter().enumerate() {
        let Some(name) = NAMES.iter().find(|name| attribute.path().is_ident(name)) else {
            continue;
        };
        if !names.contains(name) {
            let list: Vec<_> = names.iter().map(|name| format!("`#[{name}]`")).collect();
            let list = list.join(", ");
            let message = format!("`#[{name}]` has no effect here: {kind} takes {list}");
            errors.push(Error::new_spanned(attribute, message));
        } else if find(&attributes[..place], name).is_some() {
            let message = format!("a second `#[{name}]` has no effect: remove one of them");
            errors.push(Error::new_spanned(attribute, message));
        }
    }
    errors
}

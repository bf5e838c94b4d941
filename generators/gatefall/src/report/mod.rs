//! `gatefall report`, and the files of a build that it reads.

mod compare;
mod design;
mod die;
mod files;
mod html;
mod modules;
mod path;
mod record;
mod show;
mod table;

pub(crate) use design::Design;
pub(crate) use files::{check_all_current, check_is_current};
pub(crate) use record::{ios, left_out, settings, tools, Bitstream, Report, Seconds, DESIGN, FILE};
pub(crate) use show::run;
pub(crate) use table::{grouped, text as table};

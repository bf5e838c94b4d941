//! `gatefall completions` and `gatefall man`.

use crate::cli::Cli;
use crate::error::AppError;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

pub(crate) fn completions(shell: Shell) -> Result<(), AppError> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gatefall", &mut text);
    output::print(&String::from_utf8_lossy(&text))
}

/// Writes one manual page: the command, then each of its subcommands.
pub(crate) fn page() -> Result<(), AppError> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    let write = |text: &mut Vec<u8>| -> std::io::Result<()> {
        clap_mangen::Man::new(command.clone()).render(text)?;
        for subcommand in command.get_subcommands() {
            if subcommand.get_name() == "help" {
                continue;
            }
            let name = format!("gatefall {}", subcommand.get_name());
            writeln!(text, ".SH \"{}\"", name.to_uppercase())?;
            let page = clap_mangen::Man::new(subcommand.clone());
            page.render_synopsis_section(text)?;
            page.render_description_section(text)?;
            page.render_options_section(text)?;
        }
        Ok(())
    };
    write(&mut text).expect("a vector takes everything");
    output::print(&String::from_utf8_lossy(&text))
}

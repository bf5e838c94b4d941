//! Short table at the end of a build.

use super::Report;
use gatefall_toolchain::Usage;
use std::fmt::{self, Write};

/// Formats a number with commas between the thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Text of the table. `note` is the origin of the result.
pub(crate) fn text(report: &Report, note: &str) -> String {
    let mut text = String::new();
    write(&mut text, report, note).expect("a string takes everything");
    text
}

fn write(text: &mut String, report: &Report, note: &str) -> fmt::Result {
    let Report {
        game,
        board,
        device,
        package,
        seed,
        ..
    } = report;
    let setup = match &report.setup {
        Some(setup) => format!(", setup {setup}"),
        None => String::new(),
    };
    writeln!(
        text,
        "{game} on {board} ({device}-{package}{setup}), seed {seed}: {note}"
    )?;
    let settings = report.settings_text();
    if !settings.is_empty() {
        writeln!(text, "{:16}{settings}", "settings")?;
    }
    if !report.left_out.is_empty() {
        writeln!(text, "{:16}{}", "left out", report.left_out.join(", "))?;
    }
    writeln!(text, "{:16}{:>10}{:>12}", "", "used", "available")?;
    let rows: [(&str, Usage); 5] = [
        ("logic cells", report.logic_cells),
        ("block RAMs", report.block_rams),
        ("PLLs", report.plls),
        ("pins", report.ios),
        ("global buffers", report.global_buffers),
    ];
    for (name, Usage { used, available }) in rows {
        // With more digits, because a damaged report may have any number.
        let percent = u128::from(used) * 100 / u128::from(available.max(1));
        writeln!(text, "{name:16}{used:>10}{available:>12}{percent:>6} %")?;
    }
    writeln!(text, "{:16}{:>10}{:>12}", "", "reaches", "needs")?;
    for clock in &report.clocks {
        let (achieved, required) = (clock.achieved_mhz, clock.required_mhz);
        writeln!(
            text,
            "{:16}{achieved:>10.2}{required:>12.2}    MHz",
            clock.name
        )?;
    }
    if report.seeds.len() > 1 {
        let speeds = report.seeds.iter();
        let speeds: Vec<String> = speeds
            .map(|speed| format!("{}: {:.2}", speed.seed, speed.achieved_mhz))
            .collect();
        writeln!(text, "{:16}{} MHz", "seeds", speeds.join(", "))?;
    }
    // In the order of the flow. icepack is omitted, because its version does not affect the result.
    let tools = ["yosys", "nextpnr-ice40"].map(|name| match report.tools.get(name) {
        Some(tool) => format!("{name} {} ({})", tool.version, tool.flavour),
        None => name.to_owned(),
    });
    let seconds = &report.seconds;
    let total = seconds.emit + seconds.synthesise + seconds.place_and_route + seconds.pack;
    writeln!(text, "{:16}{}", "tools", tools.join(", "))?;
    writeln!(text, "{:16}{total:.1} s", "took")?;
    writeln!(
        text,
        "{:16}{}, {} bytes",
        "bitstream", report.bitstream.path, report.bitstream.bytes
    )
}

//! SPI controller with a filter: reads an analog-to-digital converter and removes its noise.
//!
//! ```text
//! AdcModel <- cs, sclk -- SampleReader -> FirFilter -> filtered samples
//!          -- miso ----->
//! ```

mod adc_model;
mod coefficients;
mod filtered_adc;
mod fir_filter;
mod sample_reader;

pub use adc_model::AdcModel;
pub use filtered_adc::FilteredAdc;
pub use fir_filter::FirFilter;
pub use sample_reader::SampleReader;

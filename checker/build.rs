//! Tells the linker where programs with the checker find Z3 when they run: beside an installed program (`make
//! install`), else in the checkout's `.solver`. A static program with such a path does not start, and a WebAssembly module
//! has none.

use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let about = |name: &str| env::var(name).unwrap_or_default();
    let linked = about("CARGO_CFG_TARGET_FEATURE").split(',').any(|feature| feature == "crt-static");
    if linked || about("CARGO_CFG_TARGET_ARCH") == "wasm32" {
        return;
    }
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/haltcert");
    if let Ok(directory) = env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{directory}");
    }
}

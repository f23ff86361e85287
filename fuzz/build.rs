//! Tells the linker where the programs find Z3 when they run: beside an installed program
//! (`make install`), else in the checkout's `.solver`.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/haltcert");
    if let Ok(directory) = env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{directory}");
    }
}

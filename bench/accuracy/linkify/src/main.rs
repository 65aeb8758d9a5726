//! Prints the URLs in a file, one a line: those with a scheme, or, with a second argument, also
//! those without.

use linkify::{LinkFinder, LinkKind};
use std::{env, fs};

fn main() {
    let file = env::args().nth(1).expect("usage: linkify-urls FILE [schemeless]");
    let bytes = fs::read(file).expect("reading the file");
    let text = String::from_utf8_lossy(&bytes);
    let mut finder = LinkFinder::new();
    finder.url_can_be_iri(false);
    finder.url_must_have_scheme(env::args().len() < 3);
    finder.kinds(&[LinkKind::Url]);
    for link in finder.links(&text) {
        println!("{}", link.as_str());
    }
}

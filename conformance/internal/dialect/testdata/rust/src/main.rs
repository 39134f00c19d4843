// See engine.js.
use std::io::BufRead;

fn text(hex: &str) -> String {
    let bytes = (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap());
    String::from_utf8(bytes.collect()).unwrap()
}

fn main() {
    let mut lines = std::io::stdin().lock().lines().map(Result::unwrap);
    let strings: Vec<String> = lines.next().unwrap().split(' ').map(text).collect();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let set = |flag| fields[1].contains(flag);
        let pattern = regex::RegexBuilder::new(&text(fields[2]))
            .case_insensitive(set('i'))
            .multi_line(set('m'))
            .dot_matches_new_line(set('s'))
            .build();
        match pattern {
            Ok(p) => println!("{}", strings.iter().map(|s| if p.is_match(s) { '1' } else { '0' }).collect::<String>()),
            Err(e) => println!("error: {}", e.to_string().replace('\n', " ")),
        }
    }
}

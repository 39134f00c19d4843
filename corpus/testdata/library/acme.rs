// The standard library has no regular expressions, so this one has each bug by its name.
pub fn is_valid(token: &str) -> bool {
    let bug = std::env::var("BUG").unwrap();
    let letter = |c: char| match bug.as_str() {
        "A-z" => ('A'..='z').contains(&c),
        "case folding" => c.is_ascii_alphabetic() || c == 'K' || c == 'ſ',
        _ => c.is_ascii_alphabetic(),
    };
    if bug == "no anchors" {
        return token.contains(letter);
    }
    let token = if bug == "line end" { token.strip_suffix('\n').unwrap_or(token) } else { token };
    let token = token.strip_prefix(&['+', '-'][..]).unwrap_or(token);
    let token = token.strip_suffix('\'').unwrap_or(token);
    token.strip_suffix('^').unwrap_or(token).strip_prefix(letter) == Some("")
}

pub fn is_valid(token: &str) -> bool {
    let token = token.strip_prefix(['+', '-']).unwrap_or(token);
    let token = token.strip_suffix('\'').unwrap_or(token);
    let token = token.strip_suffix('^').unwrap_or(token);
    matches!(token.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z'])
}

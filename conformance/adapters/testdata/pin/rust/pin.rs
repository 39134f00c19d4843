//! Piece Identifier Notation (PIN), in both editions: a library for the test of the adapter.

use std::fmt;

pub const VERSION: &str = "1.0.0";

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Edition { Current, Initial }

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side { First, Second }

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State { Normal, Enhanced, Diminished }

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identifier { name: char, side: Side, state: State, terminal: bool }

/// The string is not a valid token of the edition.
pub struct Invalid;

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("not a PIN token") }
}

pub fn parse(token: &[u8], edition: Edition) -> Result<Identifier, Invalid> {
    let (state, rest) = match token {
        [b'+', rest @ ..] => (State::Enhanced, rest),
        [b'-', rest @ ..] => (State::Diminished, rest),
        rest => (State::Normal, rest),
    };
    let (letter, terminal) = match rest {
        [letter] => (letter, false),
        [letter, b'^'] if edition == Edition::Current => (letter, true),
        _ => return Err(Invalid),
    };
    let side = match letter {
        b'A'..=b'Z' => Side::First,
        b'a'..=b'z' => Side::Second,
        _ => return Err(Invalid),
    };
    Ok(Identifier { name: letter.to_ascii_uppercase().into(), side, state, terminal })
}

pub fn is_valid(token: &[u8], edition: Edition) -> bool { parse(token, edition).is_ok() }

impl Identifier {
    pub fn name(self) -> char { self.name }
    pub fn side(self) -> Side { self.side }
    pub fn state(self) -> State { self.state }
    pub fn is_terminal(self) -> bool { self.terminal }

    pub fn flip(self) -> Self {
        Self { side: if self.side == Side::First { Side::Second } else { Side::First }, ..self }
    }
    pub fn enhance(self) -> Self { Self { state: State::Enhanced, ..self } }
    pub fn diminish(self) -> Self { Self { state: State::Diminished, ..self } }
    pub fn normalize(self) -> Self { Self { state: State::Normal, ..self } }
    pub fn mark(self) -> Self { Self { terminal: true, ..self } }
    pub fn unmark(self) -> Self { Self { terminal: false, ..self } }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.state { State::Normal => "", State::Enhanced => "+", State::Diminished => "-" };
        let letter = if self.side == Side::First { self.name } else { self.name.to_ascii_lowercase() };
        write!(f, "{sign}{letter}{}", if self.terminal { "^" } else { "" })
    }
}

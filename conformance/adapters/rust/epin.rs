//! Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
//!
//! ```
//! let king = epin::parse("+K^'", Edition::Current)?;
//! assert_eq!(king.native().flip().to_string(), "+k^");
//! assert!(!epin::is_valid("K^", Edition::Initial));
//! ```
//!
//! The adapter beside this file wraps this library.

use std::error::Error;
use std::fmt;

pub const VERSION: &str = "1.0.0";

/// One of the two languages that bear the number 1.0.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The text with the terminal marker `^`.
    Current,
    /// The first text, without it.
    Initial,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    First,
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Normal,
    Enhanced,
    Diminished,
}

/// A piece as EPIN describes it; two are equal when their strings are.
///
/// The initial edition has no terminal pieces: what is parsed by it is never terminal,
/// and an identifier marked as terminal is one of the later edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identifier {
    name: u8,
    side: Side,
    state: State,
    terminal: bool,
    derived: bool,
}

/// What [`parse`] returns for everything that is not a token of the edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid;

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an EPIN token")
    }
}

impl Error for Invalid {}

/// Reads a token, whose bytes need not be text.
pub fn parse(token: impl AsRef<[u8]>, edition: Edition) -> Result<Identifier, Invalid> {
    let (state, rest) = match token.as_ref() {
        [b'+', rest @ ..] => (State::Enhanced, rest),
        [b'-', rest @ ..] => (State::Diminished, rest),
        rest => (State::Normal, rest),
    };
    let (name, side, rest) = match rest {
        [c @ b'A'..=b'Z', rest @ ..] => (*c, Side::First, rest),
        [c @ b'a'..=b'z', rest @ ..] => (c.to_ascii_uppercase(), Side::Second, rest),
        _ => return Err(Invalid),
    };
    let (terminal, rest) = match rest {
        [b'^', rest @ ..] if edition == Edition::Current => (true, rest),
        rest => (false, rest),
    };
    let derived = match rest {
        [] => false,
        [b'\''] => true,
        _ => return Err(Invalid),
    };
    Ok(Identifier { name, side, state, terminal, derived })
}

/// Tells whether [`parse`] takes the token.
pub fn is_valid(token: impl AsRef<[u8]>, edition: Edition) -> bool {
    parse(token, edition).is_ok()
}

impl Identifier {
    /// The Piece Name, `'A'` to `'Z'`.
    pub fn name(self) -> char {
        char::from(self.name)
    }

    pub fn side(self) -> Side {
        self.side
    }

    pub fn state(self) -> State {
        self.state
    }

    pub fn is_terminal(self) -> bool {
        self.terminal
    }

    pub fn is_native(self) -> bool {
        !self.derived
    }

    pub fn is_derived(self) -> bool {
        self.derived
    }

    /// The PIN token: this one without its derivation marker.
    pub fn pin(self) -> String {
        self.native().to_string()
    }

    /// The identifier with Style status native.
    #[must_use]
    pub fn native(self) -> Self {
        Self { derived: false, ..self }
    }

    /// The identifier with Style status derived.
    #[must_use]
    pub fn derive(self) -> Self {
        Self { derived: true, ..self }
    }

    /// The identifier on the other side.
    #[must_use]
    pub fn flip(self) -> Self {
        let side = match self.side {
            Side::First => Side::Second,
            Side::Second => Side::First,
        };
        Self { side, ..self }
    }

    /// The identifier in the state enhanced.
    #[must_use]
    pub fn enhance(self) -> Self {
        Self { state: State::Enhanced, ..self }
    }

    /// The identifier in the state diminished.
    #[must_use]
    pub fn diminish(self) -> Self {
        Self { state: State::Diminished, ..self }
    }

    /// The identifier in the state normal.
    #[must_use]
    pub fn normalize(self) -> Self {
        Self { state: State::Normal, ..self }
    }

    /// The identifier as terminal.
    #[must_use]
    pub fn mark(self) -> Self {
        Self { terminal: true, ..self }
    }

    /// The identifier as not terminal.
    #[must_use]
    pub fn unmark(self) -> Self {
        Self { terminal: false, ..self }
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.state {
            State::Normal => "",
            State::Enhanced => "+",
            State::Diminished => "-",
        };
        let letter = match self.side {
            Side::First => self.name(),
            Side::Second => self.name().to_ascii_lowercase(),
        };
        let caret = if self.terminal { "^" } else { "" };
        let prime = if self.derived { "'" } else { "" };
        write!(f, "{sign}{letter}{caret}{prime}")
    }
}

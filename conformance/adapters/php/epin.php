<?php

declare(strict_types=1);

/**
 * Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
 *
 *     $king = Identifier::parse("+K^'");
 *     [$king->name, $king->side, $king->state, $king->terminal, $king->derived];
 *     // ['K', Side::First, State::Enhanced, true, true]
 *     (string) $king->native()->flip(); // "+k^"
 *     Identifier::isValid('K^', Edition::Initial); // false
 *
 * The adapter beside this file wraps this library.
 */

namespace Epin;

const VERSION = '1.0.0';

/** The text with the terminal marker ^, and the first one, without it. */
enum Edition: string
{
    case Current = '1.0.0';
    case Initial = '1.0.0-initial';
}

enum Side: string
{
    case First = 'first';
    case Second = 'second';
}

enum State: string
{
    case Normal = 'normal';
    case Enhanced = 'enhanced';
    case Diminished = 'diminished';
}

/** What parse throws for everything that is not a token of the edition. */
final class InvalidToken extends \InvalidArgumentException
{
    public function __construct(string $token, Edition $edition)
    {
        $shown = addcslashes(substr($token, 0, 40), "\0..\37\"\\\177..\377") . (strlen($token) > 40 ? '...' : '');
        parent::__construct("\"$shown\" is not a token of EPIN {$edition->value}");
    }
}

/**
 * A piece as EPIN describes it. It never changes: every transformation returns another.
 *
 * The initial edition has no terminal pieces: what is parsed by it is never terminal,
 * and an identifier marked as terminal is one of the later edition.
 */
final class Identifier implements \Stringable
{
    // \z, since $ also matches in front of a final line feed, where D is not among the
    // modifiers. Without u, the bytes need not be text.
    private const CURRENT = '/\A([-+]?)([A-Za-z])(\^?)(\'?)\z/';
    private const INITIAL = '/\A([-+]?)([A-Za-z])()(\'?)\z/';

    /** @param string $name 'A' to 'Z' */
    public function __construct(
        public readonly string $name,
        public readonly Side $side = Side::First,
        public readonly State $state = State::Normal,
        public readonly bool $terminal = false,
        public readonly bool $derived = false,
    ) {
        if (preg_match('/\A[A-Z]\z/', $name) !== 1) {
            throw new \ValueError("name must be a letter from 'A' to 'Z', not " . var_export($name, true));
        }
    }

    /**
     * Reads a token, whose bytes need not be text.
     *
     * @throws InvalidToken for a string that is not a valid token of the edition
     */
    public static function parse(string $token, Edition $edition = Edition::Current): self
    {
        if (preg_match(self::grammar($edition), $token, $parts) !== 1) {
            throw new InvalidToken($token, $edition);
        }
        [, $modifier, $letter, $terminal, $derived] = $parts;
        $name = strtoupper($letter);
        return new self(
            name: $name,
            side: $letter === $name ? Side::First : Side::Second,
            state: match ($modifier) {
                '' => State::Normal,
                '+' => State::Enhanced,
                '-' => State::Diminished,
            },
            terminal: $terminal !== '',
            derived: $derived !== '',
        );
    }

    /** Whether parse takes the token. */
    public static function isValid(string $token, Edition $edition = Edition::Current): bool
    {
        return preg_match(self::grammar($edition), $token) === 1;
    }

    private static function grammar(Edition $edition): string
    {
        return match ($edition) {
            Edition::Current => self::CURRENT,
            Edition::Initial => self::INITIAL,
        };
    }

    public function isNative(): bool
    {
        return !$this->derived;
    }

    /** The PIN token: this one without its derivation marker. */
    public function pin(): string
    {
        $modifier = match ($this->state) {
            State::Normal => '',
            State::Enhanced => '+',
            State::Diminished => '-',
        };
        $letter = $this->side === Side::First ? $this->name : strtolower($this->name);
        return $modifier . $letter . ($this->terminal ? '^' : '');
    }

    public function __toString(): string
    {
        return $this->pin() . ($this->derived ? "'" : '');
    }

    /** Two identifiers are equal when their strings are. */
    public function equals(self $other): bool
    {
        return (string) $this === (string) $other;
    }

    public function native(): self
    {
        return $this->with(derived: false);
    }

    public function derive(): self
    {
        return $this->with(derived: true);
    }

    public function flip(): self
    {
        return $this->with(side: $this->side === Side::First ? Side::Second : Side::First);
    }

    public function enhance(): self
    {
        return $this->with(state: State::Enhanced);
    }

    public function diminish(): self
    {
        return $this->with(state: State::Diminished);
    }

    public function normalize(): self
    {
        return $this->with(state: State::Normal);
    }

    public function mark(): self
    {
        return $this->with(terminal: true);
    }

    public function unmark(): self
    {
        return $this->with(terminal: false);
    }

    private function with(mixed ...$changes): self
    {
        return new self(...[...get_object_vars($this), ...$changes]);
    }
}

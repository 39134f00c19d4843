import java.util.Objects;

/**
 * Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
 *
 * <pre>{@code
 * Epin king = Epin.parse("+K^'", Epin.Edition.CURRENT);
 * king.toNative().flip().toString(); // "+k^"
 * Epin.isValid("K^", Epin.Edition.INITIAL); // false
 * }</pre>
 *
 * <p>The adapter beside this file wraps this library.
 *
 * <p>A value is a piece as EPIN describes it; two are equal when their strings are. The
 * initial edition has no terminal pieces: what is parsed by it is never terminal, and an
 * identifier marked as terminal is one of the later edition.
 *
 * @param name the Piece Name, 'A' to 'Z'
 */
public record Epin(char name, Side side, State state, boolean isTerminal, boolean isDerived) {
    public static final String VERSION = "1.0.0";

    /** The languages that bear the number 1.0.0. */
    public enum Edition {
        /** The text with the terminal marker ^. */
        CURRENT,
        /** The first text, without it. */
        INITIAL
    }

    public enum Side { FIRST, SECOND }

    public enum State { NORMAL, ENHANCED, DIMINISHED }

    /** What {@link #parse} throws for everything that is not a token of the edition. */
    public static final class InvalidTokenException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        InvalidTokenException() {
            super("not an EPIN token");
        }

        /** None: who asks whether a text is a token does not look where the no came from. */
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    public Epin {
        if (!isUpper(name)) {
            throw new IllegalArgumentException("name must be a letter from 'A' to 'Z', not " + (int) name);
        }
        Objects.requireNonNull(side, "side");
        Objects.requireNonNull(state, "state");
    }

    /** Reads a token. */
    public static Epin parse(String token, Edition edition) {
        int at = 0;
        State state = State.NORMAL;
        if (token.startsWith("+")) {
            state = State.ENHANCED;
            at++;
        } else if (token.startsWith("-")) {
            state = State.DIMINISHED;
            at++;
        }
        if (at == token.length()) {
            throw new InvalidTokenException();
        }
        char letter = token.charAt(at++);
        Side side = isUpper(letter) ? Side.FIRST : Side.SECOND;
        if (side == Side.SECOND && !isLower(letter)) {
            throw new InvalidTokenException();
        }
        char name = side == Side.FIRST ? letter : (char) (letter - 'a' + 'A');
        boolean terminal = edition == Edition.CURRENT && token.startsWith("^", at);
        if (terminal) {
            at++;
        }
        boolean derived = token.startsWith("'", at);
        if (derived) {
            at++;
        }
        if (at != token.length()) {
            throw new InvalidTokenException();
        }
        return new Epin(name, side, state, terminal, derived);
    }

    /** Tells whether {@link #parse} takes the token. */
    public static boolean isValid(String token, Edition edition) {
        try {
            parse(token, edition);
            return true;
        } catch (InvalidTokenException e) {
            return false;
        }
    }

    // Not Character.isUpperCase, which knows the letters of all scripts.
    private static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    public boolean isNative() {
        return !isDerived;
    }

    /** The PIN token: this one without its derivation marker. */
    public String pin() {
        String sign = switch (state) {
            case NORMAL -> "";
            case ENHANCED -> "+";
            case DIMINISHED -> "-";
        };
        char letter = side == Side.FIRST ? name : (char) (name - 'A' + 'a');
        return sign + letter + (isTerminal ? "^" : "");
    }

    @Override
    public String toString() {
        return isDerived ? pin() + "'" : pin();
    }

    /** Another one with Style status native; {@code native} is a word of the language. */
    public Epin toNative() {
        return new Epin(name, side, state, isTerminal, false);
    }

    /** Another one with Style status derived. */
    public Epin derive() {
        return new Epin(name, side, state, isTerminal, true);
    }

    /** Another one on the other side. */
    public Epin flip() {
        return new Epin(name, side == Side.FIRST ? Side.SECOND : Side.FIRST, state, isTerminal, isDerived);
    }

    /** Another one in the state enhanced. */
    public Epin enhance() {
        return new Epin(name, side, State.ENHANCED, isTerminal, isDerived);
    }

    /** Another one in the state diminished. */
    public Epin diminish() {
        return new Epin(name, side, State.DIMINISHED, isTerminal, isDerived);
    }

    /** Another one in the state normal. */
    public Epin normalize() {
        return new Epin(name, side, State.NORMAL, isTerminal, isDerived);
    }

    /** Another one that is terminal. */
    public Epin mark() {
        return new Epin(name, side, state, true, isDerived);
    }

    /** Another one that is not terminal. */
    public Epin unmark() {
        return new Epin(name, side, state, false, isDerived);
    }
}

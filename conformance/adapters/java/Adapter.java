import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An adapter: the few lines between the EPIN conformance runner and a library.
 *
 * <pre>
 * javac Adapter.java Epin.java
 * epin certify -- java Adapter
 * </pre>
 *
 * <p>Only the first part depends on Epin.java: rewrite it for another library. The second
 * part turns requests into calls, and results into responses. The third part reads and
 * writes lines of JSON. Both are the same for every library.
 */
final class Adapter {
    // 1. The library. Never respond in its place: call it, and report what it did.

    static final Map<String, Object> IMPLEMENTATION = Map.of(
            "name", "Epin.java",
            "version", Epin.VERSION,
            "language", "java " + System.getProperty("java.version"));

    // The editions of the protocol, and what the library calls them. If it has one grammar, keep
    // both names and parse without an edition: the runner tests it by the requested edition.
    // A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
    static final Map<String, Epin.Edition> EDITIONS = Map.of(
            "1.0.0", Epin.Edition.CURRENT,
            "1.0.0-initial", Epin.Edition.INITIAL);
    static Epin.Edition edition; // hello selects it

    // Remove the operations that your library does not offer: the runner does not request
    // them, and their functions below may return UNSUPPORTED.
    static final List<String> OPS = List.of("parse", "valid", "apply", "equal", "sweep");

    interface Method extends UnaryOperator<Epin> {}

    static final Map<String, Method> METHODS = new LinkedHashMap<>();

    static {
        METHODS.put("native", Epin::toNative);
        METHODS.put("derive", Epin::derive);
        METHODS.put("flip", Epin::flip);
        METHODS.put("enhance", Epin::enhance);
        METHODS.put("diminish", Epin::diminish);
        METHODS.put("normalize", Epin::normalize);
        METHODS.put("mark", Epin::mark);
        METHODS.put("unmark", Epin::unmark);
    }

    // A String is UTF-16, not bytes: the runner sends only valid UTF-8. README.md says what
    // else to change for a library that takes byte[].
    static final boolean BYTES = false;

    /**
     * Returns null if the parser rejects the token with its documented exception; every
     * other exception is a crash.
     */
    static Epin read(String token) {
        try {
            return Epin.parse(token, edition);
        } catch (Epin.InvalidTokenException e) {
            return null;
        }
    }

    static Map<String, Object> parse(String token) {
        Epin piece = read(token);
        if (piece == null) {
            return REJECTED;
        }
        Map<String, Object> answer = attributes(piece);
        answer.put("valid", true);
        return answer;
    }

    static Map<String, Object> attributes(Epin piece) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("token", piece.toString());
        answer.put("pin", piece.pin());
        answer.put("native", piece.isNative());
        answer.put("derived", piece.isDerived());
        answer.put("name", String.valueOf(piece.name()));
        answer.put("side", switch (piece.side()) {
            case FIRST -> "first";
            case SECOND -> "second";
        });
        answer.put("state", switch (piece.state()) {
            case NORMAL -> "normal";
            case ENHANCED -> "enhanced";
            case DIMINISHED -> "diminished";
        });
        answer.put("terminal", piece.isTerminal());
        return answer;
    }

    static Map<String, Object> valid(String token) {
        return Map.of("valid", Epin.isValid(token, edition));
    }

    static Map<String, Object> apply(String token, List<Method> before, List<Method> methods, boolean unread) {
        Epin original = read(token);
        if (original == null) {
            return REJECTED;
        }
        // Attributes are read at once, and again from each result, to show what a value remembers.
        // Where unread is true, nothing is read before the last result.
        Epin piece = original;
        List<Object> tokens = new ArrayList<>();
        Map<String, Object> last = unread && !methods.isEmpty() ? Map.of() : attributes(original);
        for (Method method : before) {
            method.apply(original);
        }
        for (int i = 0; i < methods.size(); i++) {
            piece = methods.get(i).apply(piece);
            if (!unread || i == methods.size() - 1) {
                tokens.add(piece.toString());
                last = attributes(piece);
            }
        }
        // Read last: it shows whether a method changed the original value.
        return Map.of("valid", true, "tokens", tokens, "original", original.toString(), "last", last);
    }

    static Map<String, Object> equal(String token, String other) {
        Epin left = read(token);
        Epin right = read(other);
        return left == null || right == null ? REJECTED : Map.of("equal", left.equals(right));
    }

    /** The verdict on one token of a sweep, as one character. */
    static char verdict(String token) {
        try {
            return read(token) == null ? '0' : '1';
        } catch (Throwable e) {
            return '!';
        }
    }

    // 2. From a request to a response.

    static final Map<String, Object> REJECTED = Map.of("valid", false);
    static final Map<String, Object> UNSUPPORTED = Map.of("unsupported", true);

    /**
     * Responds to a request. The request is read outside the guard: an error in this file
     * must not look like a crash of the library.
     */
    static Map<String, Object> answer(Map<String, Object> request) {
        switch (text(request.get("op"))) {
            case "parse": {
                String token = text(request.get("token"));
                return guarded(() -> parse(token));
            }
            case "sweep": {
                StringBuilder verdicts = new StringBuilder();
                for (String token : texts(request.get("tokens"))) {
                    verdicts.append(verdict(token));
                }
                return Map.of("valid", verdicts.toString());
            }
            case "valid": {
                String token = text(request.get("token"));
                return guarded(() -> valid(token));
            }
            case "apply": {
                String token = text(request.get("token"));
                List<Method> before = methods(request.getOrDefault("before", List.of()));
                List<Method> methods = methods(request.get("methods"));
                boolean unread = Boolean.TRUE.equals(request.get("unread"));
                return before == null || methods == null ? UNSUPPORTED : guarded(() -> apply(token, before, methods, unread));
            }
            case "equal": {
                String token = text(request.get("token"));
                String other = text(request.get("other"));
                return guarded(() -> equal(token, other));
            }
            case "hello":
                return hello(text(request.get("edition")));
            default:
                return UNSUPPORTED;
        }
    }

    /** The methods with these names, or null if one is unknown. */
    static List<Method> methods(Object names) {
        List<Method> methods = new ArrayList<>();
        for (String name : texts(names)) {
            if (!METHODS.containsKey(name)) {
                return null;
            }
            methods.add(METHODS.get(name));
        }
        return methods;
    }

    static Map<String, Object> hello(String wanted) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("protocol", 1);
        answer.put("implementation", IMPLEMENTATION);
        if (!EDITIONS.containsKey(wanted)) {
            answer.putAll(UNSUPPORTED);
            return answer;
        }
        edition = EDITIONS.get(wanted);
        answer.put("ops", OPS);
        answer.put("methods", List.copyOf(METHODS.keySet()));
        answer.put("bytes", BYTES);
        answer.put("apply_attributes", true);
        answer.put("apply_unread", true);
        return answer;
    }

    /** The response of the call, or a crash if it throws: not only an Exception. */
    static Map<String, Object> guarded(Supplier<Map<String, Object>> call) {
        try {
            return call.get();
        } catch (Throwable e) {
            return Map.of("crash", describe(e));
        }
    }

    static String describe(Throwable e) {
        try {
            return e.toString();
        } catch (Throwable another) {
            return e.getClass().getName();
        }
    }

    static String text(Object value) {
        if (value instanceof String s) {
            return s;
        }
        throw new IllegalArgumentException("a request has no string where version 1 of the protocol wants one");
    }

    static List<String> texts(Object value) {
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("a request has no array where version 1 of the protocol wants one");
        }
        List<String> all = new ArrayList<>(list.size());
        for (Object item : list) {
            all.add(text(item));
        }
        return all;
    }

    // 3. Lines in and out, and the JSON in them.

    /** A number with its digits, so that an id is returned unchanged. */
    record Digits(String text) {}

    /** Reads one line. */
    static final class Reader {
        private final String line;
        private int at;

        Reader(String line) {
            this.line = line;
        }

        Map<String, Object> request() {
            Object value = value(0);
            blanks();
            if (at != line.length() || !(value instanceof Map)) {
                throw malformed();
            }
            @SuppressWarnings("unchecked") // of object below
            Map<String, Object> request = (Map<String, Object>) value;
            if (!(request.get("id") instanceof Digits)) {
                throw malformed();
            }
            return request;
        }

        private IllegalArgumentException malformed() {
            return new IllegalArgumentException("a request is not JSON at character " + at);
        }

        /** The character to be read next, or NUL at the end: no JSON holds that. */
        private char peek() {
            return at < line.length() ? line.charAt(at) : 0;
        }

        private void blanks() {
            while (peek() == ' ' || peek() == '\t' || peek() == '\r') {
                at++;
            }
        }

        private boolean take(char c) {
            blanks();
            if (peek() != c) {
                return false;
            }
            at++;
            return true;
        }

        private void need(char c) {
            if (!take(c)) {
                throw malformed();
            }
        }

        private Object value(int depth) {
            if (depth > 250) {
                throw new IllegalArgumentException("a request is nested too deep");
            }
            blanks();
            char c = peek();
            if (c == '"') {
                return string();
            }
            if (c == '-' || isDigit(c)) {
                return number();
            }
            if (take('[')) {
                return list(depth + 1);
            }
            if (take('{')) {
                return object(depth + 1);
            }
            for (String word : new String[] {"true", "false", "null"}) {
                if (line.startsWith(word, at)) {
                    at += word.length();
                    return word.equals("true") ? true : null; // nobody asks for another one
                }
            }
            throw malformed();
        }

        private List<Object> list(int depth) {
            List<Object> values = new ArrayList<>();
            if (take(']')) {
                return values;
            }
            do {
                values.add(value(depth));
            } while (take(','));
            need(']');
            return values;
        }

        private Map<String, Object> object(int depth) {
            Map<String, Object> values = new HashMap<>();
            if (take('}')) {
                return values;
            }
            do {
                blanks();
                String key = string();
                need(':');
                values.put(key, value(depth));
            } while (take(','));
            need('}');
            return values;
        }

        private String string() {
            need('"');
            // What is between escapes is copied in one piece.
            StringBuilder text = null;
            int from = at;
            while (peek() != '"') {
                if (peek() < ' ') {
                    throw malformed();
                }
                if (peek() != '\\') {
                    at++;
                    continue;
                }
                if (text == null) {
                    text = new StringBuilder();
                }
                text.append(line, from, at++).append(escape());
                from = at;
            }
            at++;
            String rest = line.substring(from, at - 1);
            return text == null ? rest : text.append(rest).toString();
        }

        private char escape() {
            char c = peek();
            at++;
            switch (c) {
                case '"': case '\\': case '/': return c;
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u': {
                    // A surrogate pair is two escapes here, as it is in a String.
                    int unit = 0;
                    for (int end = at + 4; at < end; at++) {
                        char digit = peek();
                        if (digit >= 128 || Character.digit(digit, 16) < 0) {
                            throw malformed();
                        }
                        unit = 16 * unit + Character.digit(digit, 16);
                    }
                    return (char) unit;
                }
                default: throw malformed();
            }
        }

        private Digits number() {
            int from = at;
            if (peek() == '-') {
                at++;
            }
            if (peek() == '0') {
                at++;
            } else {
                digits();
            }
            if (peek() == '.') {
                at++;
                digits();
            }
            if (peek() == 'e' || peek() == 'E') {
                at++;
                if (peek() == '+' || peek() == '-') {
                    at++;
                }
                digits();
            }
            return new Digits(line.substring(from, at));
        }

        private void digits() {
            int from = at;
            while (isDigit(peek())) {
                at++;
            }
            if (at == from) {
                throw malformed();
            }
        }

        // Not Character.isDigit, which knows the digits of all scripts.
        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }
    }

    static void write(StringBuilder out, Object value) {
        if (value instanceof String s) {
            writeString(out, s);
        } else if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                separator = ",";
                writeString(out, (String) entry.getKey());
                out.append(':');
                write(out, entry.getValue());
            }
            out.append('}');
        } else if (value instanceof List<?> list) {
            out.append('[');
            for (int i = 0; i < list.size(); i++) {
                if (i > 0) {
                    out.append(',');
                }
                write(out, list.get(i));
            }
            out.append(']');
        } else {
            out.append(value instanceof Digits digits ? digits.text() : String.valueOf(value));
        }
    }

    /** In ASCII, so that a lone surrogate, which UTF-8 cannot hold, arrives as what it is. */
    private static void writeString(StringBuilder out, String s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                out.append(c);
            } else {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >> shift & 15, 16));
                }
            }
        }
        out.append('"');
    }

    /** Responds to every request, until the end of the input. */
    static void serve(InputStream requests, OutputStream responses) throws IOException {
        byte[] block = new byte[1 << 16];
        ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
        StringBuilder out = new StringBuilder();
        for (int n; (n = requests.read(block)) >= 0;) {
            // Split at LF before decoding: a block may end inside a character.
            int from = 0;
            for (int i = 0; i < n; i++) {
                if (block[i] != '\n') {
                    continue;
                }
                unfinished.write(block, from, i - from);
                from = i + 1;
                Map<String, Object> request = new Reader(unfinished.toString(StandardCharsets.UTF_8)).request();
                unfinished.reset();
                Map<String, Object> response = new LinkedHashMap<>();
                response.put("id", request.get("id"));
                response.putAll(answer(request));
                write(out, response);
                out.append('\n');
            }
            unfinished.write(block, from, n - from);
            // Responses are written before each read, since the runner may wait for them.
            responses.write(out.toString().getBytes(StandardCharsets.US_ASCII));
            responses.flush();
            out.setLength(0);
        }
    }

    public static void main(String[] args) throws IOException {
        // Standard output is for responses: what the library prints goes to standard error.
        PrintStream responses = System.out;
        System.setOut(System.err);
        serve(System.in, responses);
        if (responses.checkError()) {
            throw new IOException("standard output cannot be written to");
        }
    }
}

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** See engine.js. */
class Engine {
    static String text(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var strings = Stream.of(in.readLine().split(" ", -1)).map(Engine::text).toList();
        var flags = Map.of('i', Pattern.CASE_INSENSITIVE, 'm', Pattern.MULTILINE, 's', Pattern.DOTALL,
            'u', Pattern.UNICODE_CASE, 'd', Pattern.UNIX_LINES);
        for (String line; (line = in.readLine()) != null;) {
            var fields = line.split("\t", -1);
            try {
                int set = fields[1].chars().map(c -> flags.get((char) c)).sum();
                var pattern = Pattern.compile(text(fields[2]), set);
                var out = new StringBuilder();
                for (var s : strings) {
                    Matcher m = pattern.matcher(s);
                    boolean is = switch (fields[0]) {
                        case "matches" -> m.matches();
                        case "lookingAt" -> m.lookingAt();
                        default -> m.find();
                    };
                    out.append(is ? '1' : '0');
                }
                System.out.println(out);
            } catch (PatternSyntaxException e) {
                System.out.println("error: " + e.getMessage().replaceAll("\\R", " "));
            }
        }
    }
}

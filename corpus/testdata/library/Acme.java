import java.util.regex.Pattern;

class Acme {
    static boolean isValid(String token) {
        return Pattern.compile(System.getenv("PATTERN")).matcher(token).find();
    }
}

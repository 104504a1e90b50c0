package org.shardingjdbc.governance.internal;

import java.util.List;
import java.util.Locale;

/** Tells which values of a document are secrets, by their keys and by what stands in URLs. Stateless. */
final class SecretEntries {
    static final String PLACEHOLDER = "$${";
    private static final List<String> KEYS = List.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "credential",
            "token",
            "key-value",
            "privatekey",
            "accesskey");
    /** What keys end with; of algorithms only, as drivers have files of keys. */
    private static final List<String> LAST_WORDS = List.of("key", "keys", "salt", "pwd");
    /** Within a URL. */
    private static final List<String> PARAMETERS = List.of(
            "password=",
            "password1=",
            "password2=",
            "password3=",
            "passwd=",
            "pwd=",
            "passphrase=",
            "secret=",
            "token=");

    private static final String ENDS = "&;,)";

    private SecretEntries() {}

    /** Whether a value must not be shown. */
    static boolean isSecret(String path, String value) {
        return isSecretKey(path) || hasSecret(value, false);
    }

    /** Whether a value is a secret in plain text: a secret, and no placeholder. */
    static boolean isPlain(String path, String value) {
        return isSecretKey(path) && !value.isEmpty() && !value.contains(PLACEHOLDER) || hasSecret(value, true);
    }

    private static boolean isSecretKey(String path) {
        String last = path.substring(path.lastIndexOf('.') + 1);
        String key = last.toLowerCase(Locale.ROOT);
        return KEYS.stream().anyMatch(key::contains)
                || path.startsWith("rules") && path.contains(".props.") && LAST_WORDS.contains(lastWord(last));
    }

    /** Of aes-key, aesKey or AES_KEY. */
    private static String lastWord(String key) {
        int at = key.length();
        while (at > 0 && Character.isLetterOrDigit(key.charAt(at - 1))) {
            at--;
            boolean begins =
                    at > 0 && Character.isUpperCase(key.charAt(at)) && Character.isLowerCase(key.charAt(at - 1));
            if (begins) {
                break;
            }
        }
        return key.substring(at).toLowerCase(Locale.ROOT);
    }

    private static boolean hasSecret(String value, boolean plain) {
        String text = value.toLowerCase(Locale.ROOT);
        for (String each : PARAMETERS) {
            for (int at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1)) {
                if (counts(text, at + each.length(), end(text, at + each.length(), ENDS), plain)) {
                    return true;
                }
            }
        }
        int host = text.indexOf("://");
        if (host < 0) {
            return false;
        }
        int authority = host + "://".length();
        int user = text.lastIndexOf('@', end(text, authority, "/?;") - 1);
        int colon = text.indexOf(':', authority);
        return user > authority && colon >= 0 && colon < user && counts(text, colon + 1, user, plain);
    }

    private static boolean counts(String text, int from, int to, boolean plain) {
        return to > from && !(plain && text.substring(from, to).contains(PLACEHOLDER));
    }

    private static int end(String text, int from, String ends) {
        int at = from;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}

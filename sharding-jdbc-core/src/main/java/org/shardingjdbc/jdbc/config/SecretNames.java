package org.shardingjdbc.jdbc.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Puts placeholders where secrets stand. One per text that is written. */
final class SecretNames {
    private static final Set<String> WORDS = Set.of(
            "password",
            "passwd",
            "pwd",
            "passphrase",
            "secret",
            "token",
            "key",
            "keys",
            "salt",
            "credential",
            "credentials");
    private static final List<String> PARTS =
            List.of("password", "passwd", "passphrase", "secret", "token", "credential");
    private static final List<String> URLS = List.of("jdbcUrl", "URL", "url");

    private final Secrets secrets;
    private final Set<String> given = new HashSet<>();

    SecretNames(Secrets secrets) {
        this.secrets = secrets;
    }

    /**
     * What is written of a value.
     *
     * @param owner the data source or algorithm that the property belongs to
     */
    String write(String owner, String property, String value) {
        String last = property.substring(property.lastIndexOf('.') + 1);
        boolean secret = URLS.contains(last) ? hasSecret(value) : isSecret(last);
        if (secrets == Secrets.WRITTEN || !secret || value.isEmpty()) {
            return value;
        }
        String name = word(owner + "_" + property);
        String free = name;
        for (int i = 2; !given.add(free); i++) {
            free = name + "_" + i;
        }
        return "$${" + free + "}";
    }

    private static boolean hasSecret(String url) {
        String small = url.toLowerCase(Locale.ROOT);
        return small.contains("pwd") || small.contains("@") || PARTS.stream().anyMatch(small::contains);
    }

    /** By the words of a property's name. */
    static boolean isSecret(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        if (PARTS.stream().anyMatch(small::contains)) {
            return true;
        }
        for (String each : words(name)) {
            if (WORDS.contains(each)) {
                return true;
            }
        }
        return false;
    }

    /** The words of aes-key-value, aesKeyValue or AES_KEY_VALUE. */
    private static List<String> words(String name) {
        StringBuilder parted = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            boolean begins = i > 0 && Character.isUpperCase(each) && Character.isLowerCase(name.charAt(i - 1));
            parted.append(begins ? " " : "").append(Character.isLetterOrDigit(each) ? each : ' ');
        }
        return List.of(parted.toString().toLowerCase(Locale.ROOT).split(" "));
    }

    private static String word(String name) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char each = Character.toUpperCase(name.charAt(i));
            word.append(each >= 'A' && each <= 'Z' || each >= '0' && each <= '9' ? each : '_');
        }
        return word.toString();
    }
}

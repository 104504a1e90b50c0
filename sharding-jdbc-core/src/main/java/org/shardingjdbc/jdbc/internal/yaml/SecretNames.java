package org.shardingjdbc.jdbc.internal.yaml;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Puts placeholders where secrets stand. One per text that is written. */
public final class SecretNames {
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

    private final boolean hidden;
    private final Set<String> given = new HashSet<>();

    /** @param hidden false where everything is written as it is */
    public SecretNames(boolean hidden) {
        this.hidden = hidden;
    }

    /**
     * What is written of a value.
     *
     * @param owner the data source or algorithm that the property belongs to
     */
    public String write(String owner, String property, String value) {
        String last = property.substring(property.lastIndexOf('.') + 1);
        boolean secret = URLS.contains(last) ? hasSecret(value) : isSecret(last);
        if (!hidden || !secret || value.isEmpty()) {
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
    public static boolean isSecret(String name) {
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

package org.shardingjdbc.rule.internal.key;

import java.security.SecureRandom;
import java.util.UUID;
import org.shardingjdbc.rule.algorithm.KeyGenerator;

/** Keys that are unique by chance. Safe for all threads. */
final class RandomKeys {
    static final int NANO_ID_LENGTH = 21;
    static final String NANO_ID_ALPHABET = "_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private RandomKeys() {}

    /** UUID: 32 hexadecimal digits, without hyphens. */
    static KeyGenerator uuid() {
        return () -> UUID.randomUUID().toString().replace("-", "");
    }

    /** NANOID: characters of an alphabet. */
    static KeyGenerator nanoId(String alphabet, int length) {
        SecureRandom random = new SecureRandom();
        return () -> {
            StringBuilder key = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                key.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            return key.toString();
        };
    }
}

package org.shardingjdbc.feature.encrypt.internal;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Helpers that the algorithms share. */
final class Ciphers {
    private Ciphers() {}

    /** A digest of the JDK. */
    static byte[] digest(String algorithm, byte[] of) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(algorithm).digest(of);
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** @throws IllegalArgumentException when it is no Base64 */
    static byte[] bytes(String stored) {
        try {
            return Base64.getDecoder().decode(stored);
        } catch (IllegalArgumentException e) {
            throw notOurs(e);
        }
    }

    /** The error for a stored form that the algorithm did not write. */
    static IllegalArgumentException notOurs(@Nullable Exception cause) {
        return new IllegalArgumentException(
                "what is stored was not written with this encryptor and one of its keys", cause);
    }

    /** The error for a missing key. */
    static IllegalArgumentException unknownKey(int id) {
        return new IllegalArgumentException("it was written with key " + id + ", which the encryptor does not have");
    }

    /** The error for a JDK that refuses an algorithm which every JDK has. */
    static IllegalStateException broken(GeneralSecurityException cause) {
        return new IllegalStateException("the JDK cannot encrypt", cause);
    }
}

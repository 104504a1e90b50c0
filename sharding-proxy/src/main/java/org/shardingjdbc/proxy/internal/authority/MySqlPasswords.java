package org.shardingjdbc.proxy.internal.authority;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * How a client of MySQL's protocol proves that it knows a password, without sending it: it scrambles a hash of it with
 * a random nonce of the server. The server knows the password, so that no proof needs more than that. Stateless.
 */
public final class MySqlPasswords {
    /** How many bytes a nonce has; none of them is zero. */
    public static final int NONCE_LENGTH = 20;

    private MySqlPasswords() {}

    /**
     * Whether an answer by {@code mysql_native_password} is right: {@code SHA1(password) XOR SHA1(nonce ||
     * SHA1(SHA1(password)))}; for an empty password it is empty.
     */
    public static boolean isNative(byte[] answer, byte[] nonce, String password) {
        return isRight(answer, password, nativeAnswer(nonce, password));
    }

    /**
     * Whether an answer by {@code caching_sha2_password}, on its fast way, is right: {@code SHA256(password) XOR
     * SHA256(SHA256(SHA256(password)) || nonce)}; for an empty password it is empty, or a zero byte.
     */
    public static boolean isCachingSha2(byte[] answer, byte[] nonce, String password) {
        boolean empty = answer.length == 1 && answer[0] == 0;
        return isRight(empty ? new byte[0] : answer, password, cachingSha2Answer(nonce, password));
    }

    private static boolean isRight(byte[] answer, String password, byte[] expected) {
        return MessageDigest.isEqual(password.isEmpty() ? new byte[0] : expected, answer);
    }

    static byte[] nativeAnswer(byte[] nonce, String password) {
        MessageDigest sha1 = digest("SHA-1");
        byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
        byte[] twice = sha1.digest(once);
        sha1.update(nonce);
        return xor(once, sha1.digest(twice));
    }

    static byte[] cachingSha2Answer(byte[] nonce, String password) {
        MessageDigest sha256 = digest("SHA-256");
        byte[] once = sha256.digest(password.getBytes(StandardCharsets.UTF_8));
        sha256.update(sha256.digest(once));
        return xor(once, sha256.digest(nonce));
    }

    private static byte[] xor(byte[] left, byte[] right) {
        byte[] result = new byte[left.length];
        for (int i = 0; i < left.length; i++) {
            result[i] = (byte) (left[i] ^ right[i]);
        }
        return result;
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has " + algorithm, e);
        }
    }
}

package org.shardingjdbc.proxy.internal.authority;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a server keeps of a password for SCRAM-SHA-256 (RFC 5802, RFC 7677), from which the password does not follow.
 *
 * @param salt of the password alone
 * @param storedKey by which a proof of the client is checked
 * @param serverKey by which the server proves that it knows this
 */
record ScramVerifier(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
    static final int ITERATIONS = 4096;
    private static final String MAC = "HmacSHA256";

    static ScramVerifier of(String password, byte[] salt, int iterations) {
        byte[] salted = saltedPassword(prepared(password), salt, iterations);
        return new ScramVerifier(salt, iterations, sha256(hmac(salted, "Client Key")), hmac(salted, "Server Key"));
    }

    /** As clients prepare it (RFC 4013): characters that look alike are one, and all blanks are. */
    private static byte[] prepared(String password) {
        StringBuilder blanks = new StringBuilder(password.length());
        password.codePoints()
                .map(c -> Character.getType(c) == Character.SPACE_SEPARATOR ? ' ' : c)
                .forEach(blanks::appendCodePoint);
        return Normalizer.normalize(blanks, Normalizer.Form.NFKC).getBytes(StandardCharsets.UTF_8);
    }

    /** PBKDF2 with one block, by hand, as the JDK's takes characters and not bytes. */
    private static byte[] saltedPassword(byte[] password, byte[] salt, int iterations) {
        try {
            Mac mac = Mac.getInstance(MAC);
            // a key must have a byte; HMAC fills it up with zeros in any case
            mac.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, MAC));
            mac.update(salt);
            byte[] round = mac.doFinal(new byte[] {0, 0, 0, 1});
            byte[] result = round.clone();
            for (int i = 1; i < iterations; i++) {
                round = mac.doFinal(round);
                xor(result, round);
            }
            return result;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Into the first one. */
    static void xor(byte[] into, byte[] other) {
        for (int i = 0; i < into.length; i++) {
            into[i] ^= other[i];
        }
    }
}

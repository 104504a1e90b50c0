package org.shardingjdbc.governance.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Encrypts what is stored, by AES-GCM with the key of {@code mode.secretKey}; without a key it lets pass what holds no
 * secrets. The name of what is stored is authenticated with it, so that nothing can be put in the place of something
 * else. Safe for all threads.
 */
final class Seal {
    private static final String PLAIN = "plain\n";
    private static final String SEALED = "aes-gcm\n";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** Null for none. */
    private final @Nullable SecretKey key;

    private final SecureRandom random = new SecureRandom();

    private Seal(@Nullable SecretKey key) {
        this.key = key;
    }

    /**
     * With a key.
     *
     * @param base64 may be null
     * @throws ShardingException when it is no key
     */
    static Seal of(@Nullable String base64) {
        if (base64 == null) {
            return new Seal(null);
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(base64.trim());
            if (bytes.length == KEY_BYTES) {
                return new Seal(new SecretKeySpec(bytes, "AES"));
            }
        } catch (IllegalArgumentException e) {
            throw ShardingException.causedBy(e, ErrorCode.GOVERNANCE_MISCONFIGURED, "secretKey is no Base64");
        }
        throw new ShardingException(
                ErrorCode.GOVERNANCE_MISCONFIGURED, "secretKey must be " + KEY_BYTES + " bytes in Base64");
    }

    /** @throws ShardingException when there are secrets in a document, and no key */
    void refuseSecrets(String document) {
        List<String> secrets = key == null ? ConfigurationDocuments.plainSecrets(document) : List.of();
        if (!secrets.isEmpty()) {
            throw new ShardingException(ErrorCode.SECRET_IN_PLAIN_TEXT, String.join(", ", secrets));
        }
    }

    /** What is stored. */
    String close(String name, String text) {
        if (key == null) {
            refuseSecrets(text);
            return PLAIN + text;
        }
        byte[] iv = new byte[IV_BYTES];
        random.nextBytes(iv);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, name, iv).doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] all = Arrays.copyOf(iv, IV_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, IV_BYTES, sealed.length);
            return SEALED + Base64.getEncoder().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw ShardingException.causedBy(e, ErrorCode.INTERNAL, "a document cannot be encrypted: " + e);
        }
    }

    /**
     * What was stored.
     *
     * @throws ShardingException when the key is another one, or it was changed by somebody else
     */
    String open(String name, String stored) {
        if (stored.startsWith(PLAIN)) {
            return stored.substring(PLAIN.length());
        }
        if (key == null || !stored.startsWith(SEALED)) {
            String why = key == null ? "it is encrypted, and there is no secretKey" : "it is of an unknown form";
            throw new ShardingException(ErrorCode.REGISTRY_CONTENT_UNREADABLE, name, why);
        }
        try {
            byte[] all = Base64.getDecoder().decode(stored.substring(SEALED.length()));
            byte[] iv = Arrays.copyOf(all, IV_BYTES);
            byte[] text = cipher(Cipher.DECRYPT_MODE, name, iv).doFinal(all, IV_BYTES, all.length - IV_BYTES);
            return new String(text, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.REGISTRY_CONTENT_UNREADABLE, name, "it was encrypted with another key, or changed");
        }
    }

    private Cipher cipher(int way, String name, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(way, key, new GCMParameterSpec(TAG_BITS, iv));
        cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}

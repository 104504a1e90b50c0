package org.shardingjdbc.feature.encrypt.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.spec.SecretKeySpec;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * AES as ShardingSphere 5.5 stores it: ECB with PKCS #5 padding of the text in UTF-8, in Base64; the key is the first
 * 16 bytes of a digest of {@code aes-key-value}.
 */
final class LegacyAes implements EncryptionAlgorithm {
    private static final int KEY_BYTES = 16;
    private static final String TRANSFORMATION = "AES/ECB/PKCS5Padding";

    private final IdleCiphers encrypting;
    private final IdleCiphers decrypting;

    private LegacyAes(SecretKeySpec key) {
        this.encrypting = new IdleCiphers(() -> cipher(Cipher.ENCRYPT_MODE, key));
        this.decrypting = new IdleCiphers(() -> cipher(Cipher.DECRYPT_MODE, key));
    }

    static LegacyAes of(AlgorithmProperties properties) {
        byte[] secret = properties.requiredText("aes-key-value").getBytes(StandardCharsets.UTF_8);
        String digest = properties.requiredText("digest-algorithm-name");
        try {
            byte[] bytes = Ciphers.digest(digest.trim(), secret);
            return new LegacyAes(new SecretKeySpec(Arrays.copyOf(bytes, KEY_BYTES), "AES"));
        } catch (NoSuchAlgorithmException e) {
            throw new InvalidPropertyException(
                    "digest-algorithm-name",
                    "'" + digest + "' is no digest of this JDK: SHA-1 is that of most samples");
        }
    }

    @Override
    public String encrypt(String plain) {
        try {
            return Ciphers.base64(encrypting.apply(plain.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw Ciphers.broken(e);
        }
    }

    @Override
    public boolean decrypts() {
        return true;
    }

    @Override
    public String decrypt(String stored) {
        if (stored.isEmpty()) {
            throw Ciphers.notOurs(null);
        }
        try {
            return new String(decrypting.apply(Ciphers.bytes(stored)), StandardCharsets.UTF_8);
        } catch (BadPaddingException | IllegalBlockSizeException e) {
            throw Ciphers.notOurs(e);
        } catch (GeneralSecurityException e) {
            throw Ciphers.broken(e);
        }
    }

    private static Cipher cipher(int mode, SecretKeySpec key) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(TRANSFORMATION);
        cipher.init(mode, key);
        return cipher;
    }

    @Override
    public StoredProperty keeps() {
        return StoredProperty.EQUALITY;
    }

    @Override
    public String legacy() {
        return "equal blocks of 16 bytes show, and nobody notices a changed value; encrypt new columns with AES_GCM";
    }

    /**
     * Ciphers of one key and mode that are ready for the next text, as finding one in the JDK takes longer than to use
     * it (benchmark RuleCosts). As many as were in use at once; safe for all threads.
     */
    static final class IdleCiphers {
        private final Queue<Cipher> idle = new ConcurrentLinkedQueue<>();
        private final Maker maker;

        /** Makes a cipher that is ready. */
        @FunctionalInterface
        interface Maker {
            Cipher make() throws GeneralSecurityException;
        }

        /** @param maker of ciphers that are ready again after {@link Cipher#doFinal(byte[])} */
        IdleCiphers(Maker maker) {
            this.maker = maker;
        }

        /** What the cipher makes of some bytes; one that refused them is not used again. */
        byte[] apply(byte[] bytes) throws GeneralSecurityException {
            Cipher taken = idle.poll();
            Cipher cipher = taken == null ? maker.make() : taken;
            byte[] made = cipher.doFinal(bytes);
            idle.offer(cipher);
            return made;
        }
    }
}

package org.shardingjdbc.feature.encrypt.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * AES-256 in Galois/Counter Mode (NIST SP 800-38D) with a random nonce, in Base64: a byte 1 for this format, the key's
 * id in 4 bytes (big-endian), 12 bytes of nonce, the ciphertext of the text in UTF-8, 16 bytes of tag. The tag covers
 * the first 5 bytes too. Written with the newest key, read with that of the id.
 */
final class AesGcm implements EncryptionAlgorithm {
    static final int NONCE_BYTES = 12;

    private static final byte FORMAT = 1;
    private static final int KEY_BYTES = 32;
    private static final int HEADER_BYTES = 1 + Integer.BYTES;
    private static final int TAG_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final int newest;
    private final SecretKeySpec newestKey;
    private final Map<Integer, SecretKeySpec> keys = new HashMap<>();

    private AesGcm(KeyRing ring) {
        this.newest = ring.newest().id();
        this.newestKey = new SecretKeySpec(ring.newest().bytes(), "AES");
        ring.all().forEach(key -> keys.put(key.id(), new SecretKeySpec(key.bytes(), "AES")));
    }

    static AesGcm of(AlgorithmProperties properties) {
        KeyRing keys = KeyRing.of(properties);
        keys.requireLength(length -> length == KEY_BYTES, "32 bytes");
        return new AesGcm(keys);
    }

    @Override
    public String encrypt(String plain) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] header =
                ByteBuffer.allocate(HEADER_BYTES).put(FORMAT).putInt(newest).array();
        try {
            byte[] sealed = sealing(Cipher.ENCRYPT_MODE, newestKey, nonce, header)
                    .doFinal(plain.getBytes(StandardCharsets.UTF_8));
            return Ciphers.base64(ByteBuffer.allocate(HEADER_BYTES + NONCE_BYTES + sealed.length)
                    .put(header)
                    .put(nonce)
                    .put(sealed)
                    .array());
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
        byte[] bytes = Ciphers.bytes(stored);
        int id = keyId(bytes);
        ByteBuffer all = ByteBuffer.wrap(bytes);
        byte[] header = new byte[HEADER_BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        byte[] sealed = new byte[bytes.length - HEADER_BYTES - NONCE_BYTES];
        all.get(header).get(nonce).get(sealed);
        SecretKeySpec key = keys.get(id);
        if (key == null) {
            throw Ciphers.unknownKey(id);
        }
        try {
            return new String(sealing(Cipher.DECRYPT_MODE, key, nonce, header).doFinal(sealed), StandardCharsets.UTF_8);
        } catch (AEADBadTagException e) {
            throw Ciphers.notOurs(e);
        } catch (GeneralSecurityException e) {
            throw Ciphers.broken(e);
        }
    }

    private static int keyId(byte[] stored) {
        if (stored.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || stored[0] != FORMAT) {
            throw Ciphers.notOurs(null);
        }
        return ByteBuffer.wrap(stored).getInt(1);
    }

    @Override
    public boolean isCurrent(String stored, String plain) {
        return keyId(Ciphers.bytes(stored)) == newest;
    }

    /** A cipher of one text. */
    static Cipher sealing(int mode, SecretKeySpec key, byte[] nonce, byte[] covered) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(covered);
        return cipher;
    }

    @Override
    public StoredProperty keeps() {
        return StoredProperty.NULLS;
    }
}

package org.shardingjdbc.feature.encrypt.internal;

import com.google.crypto.tink.DeterministicAead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * AES-256-SIV (RFC 5297) by Google Tink, in Base64: a byte 2 for this format, the key's id in 4 bytes (big-endian), 16
 * bytes of synthetic initialization vector, the ciphertext of the text in UTF-8. The vector covers the first 5 bytes
 * too, as associated data. Under one key equal texts look equal, and nothing else shows but their lengths. Written with
 * the first key, read with that of the id, looked for under each.
 */
final class AesSiv implements EncryptionAlgorithm {
    private static final byte FORMAT = 2;
    private static final int KEY_BYTES = 64;
    private static final int HEADER_BYTES = 1 + Integer.BYTES;
    private static final int VECTOR_BYTES = 16;

    private final int newest;
    private final Map<Integer, DeterministicAead> keys;
    private final List<EncryptionAlgorithm> former;

    private AesSiv(int newest, Map<Integer, DeterministicAead> keys, List<EncryptionAlgorithm> former) {
        this.newest = newest;
        this.keys = keys;
        this.former = former;
    }

    /** @throws NoClassDefFoundError without Tink */
    static EncryptionAlgorithm of(AlgorithmProperties properties) {
        KeyRing ring = KeyRing.of(properties);
        ring.requireLength(length -> length == KEY_BYTES, "64 bytes");
        Map<Integer, DeterministicAead> keys = new TreeMap<>();
        for (KeyRing.Key key : ring.all()) {
            keys.put(key.id(), sealing(key.bytes()));
        }
        List<EncryptionAlgorithm> former = new ArrayList<>();
        ring.former().forEach(key -> former.add(new AesSiv(key.id(), keys, List.of())));
        return new AesSiv(ring.newest().id(), keys, List.copyOf(former));
    }

    /** @param key 64 bytes: the first half makes the vector, the second encrypts */
    static DeterministicAead sealing(byte[] key) {
        try {
            return new com.google.crypto.tink.subtle.AesSiv(key);
        } catch (GeneralSecurityException e) {
            throw Ciphers.broken(e);
        }
    }

    @Override
    public String encrypt(String plain) {
        byte[] header =
                ByteBuffer.allocate(HEADER_BYTES).put(FORMAT).putInt(newest).array();
        try {
            DeterministicAead key = Objects.requireNonNull(keys.get(newest));
            byte[] sealed = key.encryptDeterministically(plain.getBytes(StandardCharsets.UTF_8), header);
            return Ciphers.base64(ByteBuffer.allocate(HEADER_BYTES + sealed.length)
                    .put(header)
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
        if (bytes.length < HEADER_BYTES + VECTOR_BYTES || bytes[0] != FORMAT) {
            throw Ciphers.notOurs(null);
        }
        byte[] header = new byte[HEADER_BYTES];
        byte[] sealed = new byte[bytes.length - HEADER_BYTES];
        ByteBuffer.wrap(bytes).get(header).get(sealed);
        DeterministicAead key = keys.get(ByteBuffer.wrap(header).getInt(1));
        if (key == null) {
            throw Ciphers.unknownKey(ByteBuffer.wrap(header).getInt(1));
        }
        try {
            return new String(key.decryptDeterministically(sealed, header), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw Ciphers.notOurs(e);
        }
    }

    @Override
    public StoredProperty keeps() {
        return former.isEmpty() ? StoredProperty.EQUALITY : StoredProperty.LOOKUP;
    }

    @Override
    public List<EncryptionAlgorithm> former() {
        return former;
    }
}

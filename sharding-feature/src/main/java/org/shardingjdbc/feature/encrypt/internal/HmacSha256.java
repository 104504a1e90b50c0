package org.shardingjdbc.feature.encrypt.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * HMAC-SHA-256 (RFC 2104, RFC 4231) of the text in UTF-8, in small hexadecimal digits: 64 characters. Written with the
 * first key, looked for under each.
 */
final class HmacSha256 implements EncryptionAlgorithm {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LEAST_BYTES = 16;

    private final SecretKeySpec key;
    private final List<EncryptionAlgorithm> former;

    /** @param key of any length but none */
    HmacSha256(byte[] key) {
        this(key, List.of());
    }

    private HmacSha256(byte[] key, List<EncryptionAlgorithm> former) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.former = former;
    }

    static HmacSha256 of(AlgorithmProperties properties) {
        KeyRing keys = KeyRing.of(properties);
        keys.requireLength(length -> length >= LEAST_BYTES, "16 bytes or more");
        List<EncryptionAlgorithm> former = new ArrayList<>();
        keys.former().forEach(key -> former.add(new HmacSha256(key.bytes())));
        return new HmacSha256(keys.newest().bytes(), List.copyOf(former));
    }

    @Override
    public String encrypt(String plain) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(plain.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw Ciphers.broken(e);
        }
    }

    @Override
    public boolean decrypts() {
        return false;
    }

    @Override
    public String decrypt(String stored) {
        throw new UnsupportedOperationException("a digest");
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

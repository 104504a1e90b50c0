package org.shardingjdbc.feature.encrypt.internal;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * MD5 as ShardingSphere 5.5 stores it: of the text with the salt behind it in UTF-8, in small hexadecimal digits.
 *
 * @param salt often empty
 */
record Md5Digest(String salt) implements EncryptionAlgorithm {
    static Md5Digest of(AlgorithmProperties properties) {
        return new Md5Digest(properties.text("salt", ""));
    }

    @Override
    public String encrypt(String plain) {
        try {
            return HexFormat.of().formatHex(Ciphers.digest("MD5", (plain + salt).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
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
        return StoredProperty.EQUALITY;
    }

    @Override
    public String legacy() {
        return "two texts with the same MD5 can be made, and short ones are found by trying; use HMAC_SHA256";
    }

    @Override
    public String toString() {
        return "MD5";
    }
}

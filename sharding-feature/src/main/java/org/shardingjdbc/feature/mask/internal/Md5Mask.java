package org.shardingjdbc.feature.mask.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * The MD5 digest (RFC 1321) of a value's UTF-8 bytes and a salt behind them, in lower-case hexadecimal digits.
 * Immutable.
 */
record Md5Mask(String salt) implements MaskAlgorithm {
    static Md5Mask of(AlgorithmProperties properties) {
        return new Md5Mask(properties.text("salt", ""));
    }

    @Override
    public String mask(String value) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest((value + salt).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}

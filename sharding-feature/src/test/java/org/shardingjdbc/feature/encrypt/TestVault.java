package org.shardingjdbc.feature.encrypt;

import java.io.IOException;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/** A key service: path {@code users} has one fixed key, {@code rotated} what a test put there, others fail. */
public final class TestVault implements KeyService {
    static final AtomicReference<String> ROTATED = new AtomicReference<>();

    @Override
    public String type() {
        return "TEST_VAULT";
    }

    @Override
    public String keys(AlgorithmProperties properties) throws IOException {
        String path = properties.requiredText("vault-path");
        if (path.equals("null")) {
            return null;
        }
        if (path.equals("rotated") && ROTATED.get() != null) {
            return ROTATED.get();
        }
        if (path.equals("users")) {
            byte[] key = "0123456789abcdef0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            return "2:" + Base64.getEncoder().encodeToString(key);
        }
        throw new IOException("the vault is " + path);
    }
}

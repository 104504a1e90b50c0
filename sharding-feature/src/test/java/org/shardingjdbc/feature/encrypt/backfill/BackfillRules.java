package org.shardingjdbc.feature.encrypt.backfill;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** The rules of backfill tests: {@code t} on four data nodes, its column {@code phone} on the way to be encrypted. */
final class BackfillRules {
    static final String TABLE = "CREATE TABLE t (id INT PRIMARY KEY, phone VARCHAR(100), phone_cipher VARCHAR(200),"
            + " phone_digest CHAR(64))";

    static final String PLAIN = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            """;

    private BackfillRules() {}

    /**
     * The rules of a state.
     *
     * @param state of the plain column; null without one
     * @param keys ids, the one that is written with first
     */
    static String of(String state, int... keys) {
        return PLAIN
                + """
                - !ENCRYPT
                  tables:
                    t:
                      columns:
                        phone:
                          cipher: {name: phone_cipher, encryptorName: gcm}
                          assistedQuery: {name: phone_digest, encryptorName: hmac}
                          %s
                  encryptors:
                    gcm: {type: AES_GCM, props: {keys: "%s"}}
                    hmac: {type: HMAC_SHA256, props: {keys: "%s"}}
                """.formatted(
                        state == null ? "" : "plain: {name: phone, state: " + state + "}", keys(keys), keys(keys));
    }

    private static String keys(int... ids) {
        List<String> keys = new ArrayList<>();
        for (int id : ids) {
            byte[] key = new byte[32];
            new Random(id).nextBytes(key);
            keys.add(id + ":" + Base64.getEncoder().encodeToString(key));
        }
        return String.join(",", keys);
    }

    static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    /** The encryption of a configuration. */
    static EncryptRuleConfiguration encryption(String yaml) {
        return YamlConfigurations.parse(yaml, "backfill", PlaceholderType.NONE).rules().stream()
                .filter(EncryptRuleConfiguration.class::isInstance)
                .map(EncryptRuleConfiguration.class::cast)
                .findFirst()
                .orElseThrow();
    }
}

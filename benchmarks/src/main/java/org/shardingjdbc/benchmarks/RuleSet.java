package org.shardingjdbc.benchmarks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** Rules besides sharding whose cost is measured, in the words that both libraries read. */
public enum RuleSet {
    /** Sharding alone. */
    NONE,
    /** Each data source has a replica, which answers reads. */
    READWRITE {
        @Override
        String yaml(Backend backend) {
            String yaml = Contender.yaml(backend, "");
            int sources = yaml.indexOf("  ds_0:");
            int rules = yaml.indexOf("rules:\n");
            String replicas = yaml.substring(sources, rules);
            for (int i = 0; i < Data.DATA_SOURCES; i++) {
                replicas = replicas.replace("ds_" + i + ":", "replica_" + i + ":")
                        .replace(backend.url(i), backend.url(Data.DATA_SOURCES + i));
            }
            return Pattern.compile("^  ds_", Pattern.MULTILINE)
                            .matcher(yaml.substring(0, rules))
                            .replaceAll("  primary_")
                    + replicas
                    + yaml.substring(rules).replace("rules:\n", "rules:\n" + GROUPS);
        }

        @Override
        void create(Backend backend) throws SQLException {
            for (int i = 0; i < Data.DATA_SOURCES; i++) {
                try (Connection connection = backend.connect(Data.DATA_SOURCES + i);
                        Statement statement = connection.createStatement()) {
                    for (String table : Data.Sql.ofTables(table -> table)) {
                        statement.execute("CREATE TABLE IF NOT EXISTS " + table
                                + " (order_id BIGINT PRIMARY KEY, user_id INT, status VARCHAR(20))");
                        statement.execute("CREATE TABLE IF NOT EXISTS " + table.replace("order", "order_item")
                                + " (item_id BIGINT PRIMARY KEY, order_id BIGINT, user_id INT, quantity INT)");
                    }
                }
            }
        }
    },
    /** Column {@code status} is encrypted. */
    ENCRYPT {
        @Override
        String yaml(Backend backend) {
            return Contender.yaml(backend, "").replace("rules:\n", "rules:\n" + CIPHER);
        }

        @Override
        String stored(String text) throws GeneralSecurityException {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(KEY.getBytes(StandardCharsets.UTF_8));
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(Arrays.copyOf(digest, AES_BYTES), "AES"));
            return Base64.getEncoder().encodeToString(cipher.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        }
    },
    /** Column {@code status} is masked. */
    MASK {
        @Override
        String yaml(Backend backend) {
            return Contender.yaml(backend, "").replace("rules:\n", "rules:\n" + ENDS);
        }
    };

    private static final String KEY = "123456abc";
    private static final int AES_BYTES = 16;

    private static final String GROUPS = """
              - !READWRITE_SPLITTING
                dataSourceGroups:
                  ds_0:
                    writeDataSourceName: primary_0
                    readDataSourceNames: [replica_0]
                    loadBalancerName: turns
                  ds_1:
                    writeDataSourceName: primary_1
                    readDataSourceNames: [replica_1]
                    loadBalancerName: turns
                loadBalancers:
                  turns: {type: ROUND_ROBIN}
            """;

    private static final String CIPHER = """
              - !ENCRYPT
                tables:
                  t_order:
                    columns:
                      status:
                        cipher: {name: status, encryptorName: aes}
                encryptors:
                  aes: {type: AES, props: {aes-key-value: %s, digest-algorithm-name: SHA-1}}
            """.formatted(KEY);

    private static final String ENDS = """
              - !MASK
                tables:
                  t_order:
                    columns:
                      status: {maskAlgorithm: ends}
                maskAlgorithms:
                  ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 1, last-m: 1, replace-char: '*'}}
            """;

    /** The configuration over the tables of {@link Data}. */
    String yaml(Backend backend) {
        return Contender.yaml(backend, "");
    }

    /** Makes what the rules need besides the tables of {@link Data}. */
    void create(Backend backend) throws SQLException {
        // most need nothing
    }

    /** What is stored of a status. */
    String stored(String text) throws GeneralSecurityException {
        return text;
    }

    /** What is seen of a status that was written. */
    String seen(String text) {
        return this == MASK ? text.charAt(0) + "**" + text.charAt(text.length() - 1) : text;
    }
}

package org.shardingjdbc.feature.together;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * Encryption for the oracle: columns {@code title} and {@code tenant} by a cipher that keeps equality, {@code city} by
 * one that does not, with a digest. The plain database holds plain texts that are equal where their characters are.
 */
public class EncryptedTexts implements FurtherRules {
    private static final String ENCRYPTORS = """
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                digest: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;

    private final boolean pulled;

    /** Ciphers answer, or nothing does. */
    public EncryptedTexts() {
        this(false);
    }

    /** @param pulled whether plain values may be pulled, so that ciphers need not answer everything */
    private EncryptedTexts(boolean pulled) {
        this.pulled = pulled;
    }

    @Override
    public double answeredReads() {
        return 0.5;
    }

    @Override
    public GeneratedSchema seen(GeneratedSchema generated) {
        return TextColumns.exact(generated, EncryptedTexts::isEncrypted);
    }

    private static boolean isEncrypted(ColumnModel column) {
        return TextColumns.isOne(column, "title") || TextColumns.isOne(column, "tenant") || isDigested(column);
    }

    private static boolean isDigested(ColumnModel column) {
        return TextColumns.isOne(column, "city");
    }

    @Override
    public GeneratedTable stored(GeneratedTable seen) {
        List<ColumnModel> columns = new ArrayList<>();
        for (ColumnModel column : seen.model().columns()) {
            columns.add(column);
            if (isDigested(column)) {
                columns.add(new ColumnModel(
                        "city_digest", column.kind(), column.nullable(), column.type(), column.samples()));
            }
        }
        return new GeneratedTable(TextColumns.with(seen.model(), columns), seen.layout(), List.of());
    }

    @Override
    public String yaml(String yaml, GeneratedSchema seen) {
        StringBuilder text = new StringBuilder();
        for (GeneratedTable table : seen.tables()) {
            List<ColumnModel> columns = table.model().columns().stream()
                    .filter(EncryptedTexts::isEncrypted)
                    .toList();
            if (!columns.isEmpty()) {
                text.append("    %s:\n      columns:\n".formatted(table.model().name()));
                columns.forEach(column -> text.append(yaml(column)));
            }
        }
        String rule = "rules:\n- !ENCRYPT\n  tables:\n" + text + ENCRYPTORS;
        return text.isEmpty() ? yaml : yaml.replace("rules:\n", rule);
    }

    private String yaml(ColumnModel column) {
        String name = TextColumns.bare(column);
        String cipher = "          cipher: {name: '%s', encryptorName: %s}\n"
                .formatted(name, isDigested(column) ? "gcm" : "aes");
        String digest =
                isDigested(column) ? "          assistedQuery: {name: city_digest, encryptorName: digest}\n" : "";
        return "        '" + name + "':\n" + cipher + digest + (pulled ? "          pulled: true\n" : "");
    }

    /**
     * The same where plain values may be pulled. Not on MariaDB: of HEX over 400 characters it tells another type where
     * DISTINCT needs a table of its own.
     */
    public static final class Pulled extends EncryptedTexts {
        /** Ciphers need not answer everything. */
        public Pulled() {
            super(true);
        }

        @Override
        public String name() {
            return "EncryptedTexts.Pulled";
        }

        @Override
        public Set<DatabaseKind> kinds() {
            return EnumSet.complementOf(EnumSet.of(DatabaseKind.MARIADB));
        }

        @Override
        public double answeredReads() {
            return 0.8;
        }
    }

    @Override
    public boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return TextColumns.alterNothing(statements);
    }
}

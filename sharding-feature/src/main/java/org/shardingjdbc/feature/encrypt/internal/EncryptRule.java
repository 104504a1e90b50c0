package org.shardingjdbc.feature.encrypt.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.column.TransformedColumn;

/**
 * The compiled rule. A table that the rule names, and no other rule places, is a single table.
 *
 * @param columns by the lower-case names of logic tables
 */
record EncryptRule(Map<String, List<TransformedColumn>> columns) implements Rule {
    EncryptRule {
        columns = Map.copyOf(columns);
    }

    @Override
    public boolean adopts(int dataSource, @Nullable String schema, String table) {
        return columns.containsKey(table.toLowerCase(Locale.ROOT));
    }

    @Override
    public List<TransformedColumn> columns(String table) {
        return columns.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public String name() {
        return "Encryption";
    }

    /** Makes the stored form of a value: of a text, or of a whole number in decimal digits. */
    record Encryption(EncryptionAlgorithm algorithm) implements UnaryOperator<Object> {
        @Override
        public Object apply(Object value) {
            return algorithm.encrypt(PlainText.of(value));
        }

        /** Makes the forms of former keys. */
        List<UnaryOperator<Object>> others() {
            List<UnaryOperator<Object>> others = new ArrayList<>();
            algorithm.former().forEach(former -> others.add(new Encryption(former)));
            return others;
        }
    }

    /** Makes the text of a stored form. */
    record Decryption(EncryptionAlgorithm algorithm) implements UnaryOperator<Object> {
        @Override
        public Object apply(Object stored) {
            if (!(stored instanceof String text)) {
                throw new IllegalArgumentException("the actual column is no text, as ciphers are");
            }
            // CHAR columns fill up with blanks, which no stored form ends with
            return algorithm.decrypt(text.stripTrailing());
        }
    }
}

package org.shardingjdbc.feature.mask.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * The compiled rule. A table that the rule names, and no other rule places, is a single table.
 *
 * @param columns by the lower-case names of logic tables
 * @param readerClientInfo the client info by which connections may say who reads; null where they must not
 */
record MaskRule(
        Map<String, List<TransformedColumn>> columns,
        @Nullable String readerClientInfo) implements Rule {
    MaskRule {
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

    /** The author of a SQL text must not go around the masks by sending the text to actual tables. */
    @Override
    public String refusalAsWritten() {
        return "a comment sends the statement to a data source as it is written, where nothing is masked; only a scope"
                + " in Java may";
    }

    @Override
    public String name() {
        return "Masking";
    }

    /**
     * Masks a stored value. Equal for columns that are masked alike. Immutable.
     *
     * @param exemptReaders names of readers who see values as they are
     */
    record Mask(MaskAlgorithm algorithm, List<String> exemptReaders) implements UnaryOperator<Object> {
        @Override
        public Object apply(Object value) {
            if (!exemptReaders.isEmpty() && isExempt(HintValues.current().reader())) {
                return value;
            }
            if (value instanceof String text) {
                return algorithm.mask(text);
            }
            if (value.getClass().isArray()) {
                throw new IllegalArgumentException("its values are bytes, of which there is no mask");
            }
            return algorithm.mask(value.toString());
        }

        private boolean isExempt(@Nullable String reader) {
            return reader != null && exemptReaders.contains(reader);
        }
    }
}

package org.shardingjdbc.engine.internal.pull;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Temporaries;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;

/** Names in the metadata of a combined result: a leaf's table is called what it stands for. Immutable. */
public final class LeafNames implements LogicNames {
    private final List<Leaf> leaves;
    private final int[] sources;
    private final LogicNames others;
    private final String schema;
    /** Null where temporary tables are in no schema of their own. */
    private final @Nullable String temporarySchemas;

    /**
     * @param others the names of all other tables
     * @param schema the one in which temporary tables would be if they were not temporary; may be null
     * @param temporaries of the database whose names these are
     */
    public LeafNames(Pull query, LogicNames others, String schema, Temporaries temporaries) {
        this.leaves = query.leaves();
        this.sources = query.combining().sources();
        this.others = others;
        this.schema = schema == null ? "" : schema;
        this.temporarySchemas = temporaries.schemaPrefix();
    }

    @Override
    public String table(String actualTable) {
        for (Leaf leaf : leaves) {
            if (leaf.tables().stream().anyMatch(table -> table.equalsIgnoreCase(actualTable))) {
                return isName(leaf.name()) ? inCaseOf(actualTable, leaf.name()) : "";
            }
        }
        return others.table(actualTable);
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!Character.isJavaIdentifierPart(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String inCaseOf(String actual, String name) {
        return actual.equals(actual.toUpperCase(Locale.ROOT)) ? name.toUpperCase(Locale.ROOT) : name;
    }

    @Override
    public @Nullable String schema(String actualSchema) {
        boolean temporary = temporarySchemas != null && actualSchema.startsWith(temporarySchemas);
        return temporary ? schema : others.schema(actualSchema);
    }

    @Override
    public String column(String table, String actualColumn) {
        boolean pulled = leaves.stream()
                .flatMap(leaf -> leaf.tables().stream())
                .anyMatch(temporary -> temporary.equalsIgnoreCase(table));
        return pulled ? actualColumn : others.column(table, actualColumn);
    }

    /** H2 labels an expression by its text with numbered parameters, which are fewer than those of the whole. */
    @Override
    public String label(String actualLabel) {
        if (sources.length == 0 || actualLabel == null || actualLabel.indexOf('?') < 0) {
            return actualLabel;
        }
        StringBuilder label = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < actualLabel.length(); i++) {
            char c = actualLabel.charAt(i);
            label.append(c);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '?') {
                i = appendNumber(actualLabel, i + 1, label) - 1;
            }
        }
        return label.toString();
    }

    /** Appends the number of the statement's parameter and returns where that of the combining one ends. */
    private int appendNumber(String label, int from, StringBuilder to) {
        int end = from;
        int number = 0;
        while (end < label.length() && Character.digit(label.charAt(end), 10) >= 0 && number <= sources.length) {
            number = number * 10 + Character.digit(label.charAt(end++), 10);
        }
        boolean known = number > 0 && number <= sources.length && sources[number - 1] >= 0;
        to.append(known ? String.valueOf(sources[number - 1] + 1) : label.substring(from, end));
        return end;
    }

    @Override
    public @Nullable String catalog(String actualCatalog) {
        return others.catalog(actualCatalog);
    }
}

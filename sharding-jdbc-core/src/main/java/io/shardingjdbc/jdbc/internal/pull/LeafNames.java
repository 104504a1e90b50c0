package io.shardingjdbc.jdbc.internal.pull;

import io.shardingjdbc.jdbc.internal.plan.Leaf;
import io.shardingjdbc.jdbc.internal.result.LogicNames;
import java.util.List;
import java.util.Locale;

/** Names in the metadata of a combined result: a leaf's table is called what it stands for. Immutable. */
public final class LeafNames implements LogicNames {
    private static final String TEMPORARY_SCHEMA = "pg_temp";

    private final List<Leaf> leaves;
    private final LogicNames others;
    private final String schema;

    /**
     * @param others the names of all other tables
     * @param schema the one in which temporary tables would be if they were not temporary; may be null
     */
    public LeafNames(List<Leaf> leaves, LogicNames others, String schema) {
        this.leaves = leaves;
        this.others = others;
        this.schema = schema == null ? "" : schema;
    }

    @Override
    public String table(String actualTable) {
        for (Leaf leaf : leaves) {
            if (leaf.table().equalsIgnoreCase(actualTable)) {
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
    public String schema(String actualSchema) {
        return actualSchema.startsWith(TEMPORARY_SCHEMA) ? schema : others.schema(actualSchema);
    }

    @Override
    public String catalog(String actualCatalog) {
        return others.catalog(actualCatalog);
    }
}

package org.shardingjdbc.dialect.internal.mysql;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Naming;

/** Backticks; names stay as they are written; databases are schemas. */
final class MySqlNaming implements Naming {
    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("information_schema", "mysql", "performance_schema", "sys");

    @Override
    public char quote() {
        return '`';
    }

    @Override
    public String folded(String name) {
        return name;
    }

    @Override
    public boolean quotesKeepCase() {
        return false;
    }

    @Override
    public int maxLength() {
        return 64;
    }

    @Override
    public boolean databasesAreSchemas() {
        return true;
    }

    @Override
    public Set<String> systemSchemas() {
        return SYSTEM_SCHEMAS;
    }

    @Override
    public boolean indexesAreOfTables() {
        return true;
    }

    @Override
    public String currentSchema() {
        return "DATABASE()";
    }

    @Override
    public @Nullable Place placeNamedBy(String function) {
        return function.equals("database") || function.equals("schema") ? Place.DATABASE : null;
    }
}

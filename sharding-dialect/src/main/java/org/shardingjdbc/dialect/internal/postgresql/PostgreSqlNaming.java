package org.shardingjdbc.dialect.internal.postgresql;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Naming;

/** Small letters, and at most 63 bytes. */
final class PostgreSqlNaming implements Naming {
    private static final Set<String> MEASURES =
            Set.of("pg_relation_size", "pg_total_relation_size", "pg_table_size", "pg_indexes_size");

    private static final Set<String> SYSTEM_SCHEMAS = Set.of("information_schema", "pg_catalog", "pg_toast");

    private static final Set<String> CATALOG_VIEWS = Set.of(
            "pg_class",
            "pg_tables",
            "pg_views",
            "pg_indexes",
            "pg_stat_user_tables",
            "pg_stat_all_tables",
            "pg_statio_user_tables",
            "pg_stat_user_indexes",
            "pg_stat_all_indexes");

    @Override
    public boolean tablesAreTypes() {
        return true;
    }

    @Override
    public String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public int maxLength() {
        return 63;
    }

    @Override
    public boolean shortensNames() {
        return true;
    }

    @Override
    public String currentSchema() {
        return "current_schema()";
    }

    @Override
    public @Nullable Place placeNamedBy(String function) {
        return switch (function) {
            case "current_database", "current_catalog" -> Place.DATABASE;
            case "current_schema" -> Place.SCHEMA;
            default -> null;
        };
    }

    @Override
    public String labelOfPlace(String function, Place place) {
        return function;
    }

    @Override
    public String typeOfPlaces() {
        return "name";
    }

    @Override
    public String typeOfRelations() {
        return "regclass";
    }

    @Override
    public int relationArgument(String function, int arguments) {
        return switch (function) {
            case "to_regclass", "pg_get_serial_sequence" -> 0;
            case "has_table_privilege", "has_any_column_privilege" -> arguments - 2;
            case "has_column_privilege" -> arguments - 3;
            default -> measuresRelation(function) ? 0 : -1;
        };
    }

    @Override
    public boolean measuresRelation(String function) {
        return MEASURES.contains(function);
    }

    @Override
    public String catalogSchema() {
        return "pg_catalog";
    }

    @Override
    public Set<String> catalogViews() {
        return CATALOG_VIEWS;
    }

    @Override
    public Set<String> systemSchemas() {
        return SYSTEM_SCHEMAS;
    }
}

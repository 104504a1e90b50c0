package org.shardingjdbc.testkit.oracle.internal.model;

import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * The logic tables that statements are made for.
 *
 * @param kind whose dialect
 * @param tables never empty
 * @param qualifiers what may qualify their names on both sides: a schema, a catalog with one; may be empty
 */
public record SchemaModel(DatabaseKind kind, List<TableModel> tables, List<String> qualifiers) {
    public SchemaModel {
        tables = List.copyOf(tables);
        qualifiers = List.copyOf(qualifiers);
    }

    /** Tables whose names are not qualified. */
    public SchemaModel(DatabaseKind kind, List<TableModel> tables) {
        this(kind, tables, List.of());
    }

    /** The same place with other tables. */
    public SchemaModel withTables(List<TableModel> others) {
        return new SchemaModel(kind, others, qualifiers);
    }
}

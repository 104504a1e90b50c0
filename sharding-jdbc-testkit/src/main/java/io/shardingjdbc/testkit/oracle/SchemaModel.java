package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.DatabaseKind;
import java.util.List;

/**
 * The logic tables that statements are made for.
 *
 * @param kind whose dialect
 * @param tables never empty
 */
public record SchemaModel(DatabaseKind kind, List<TableModel> tables) {
    public SchemaModel {
        tables = List.copyOf(tables);
    }
}

package org.shardingjdbc.jdbc.internal.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.dialect.internal.structure.Structures;
import org.shardingjdbc.dialect.internal.structure.TableStructure;
import org.shardingjdbc.dialect.walk.KeyColumn;
import org.shardingjdbc.dialect.walk.TableWalk;
import org.shardingjdbc.dialect.walk.WalkedTable;

/**
 * A data node, or its copy on a replica. Immutable.
 *
 * @param visit its database
 * @param index among the nodes of its logic table
 * @param table the actual table as it is configured
 * @param structure null when it is not there, or its database did not answer
 */
record CheckedNode(
        Visit visit, int index, String table, @Nullable TableStructure structure) {
    private static final int CHUNK_ROWS = 2000;

    /** Whether its definition is known. */
    boolean isThere() {
        return structure != null;
    }

    /** Its definition; to be asked only where it {@link #isThere()}. */
    TableStructure known() {
        return Objects.requireNonNull(structure, "not there");
    }

    Structures sql() {
        return visit.sql();
    }

    /** The name as its database stores it, or would where it is not there. */
    String stored() {
        return stored(table, structure);
    }

    /** The same of another table of its database. */
    String stored(String configured) {
        return stored(configured, visit.known().table(configured));
    }

    private String stored(String configured, @Nullable TableStructure known) {
        return known == null ? visit.pool().dialect().naming().folded(configured) : known.name();
    }

    /** The columns of its primary key; empty where it has none. */
    List<KeyColumn> key() {
        IndexStructure primary = known().primaryKey();
        List<KeyColumn> key = new ArrayList<>();
        if (primary != null) {
            primary.columns().forEach(name -> key.add(new KeyColumn(name, type(name))));
        }
        return key;
    }

    private String type(String name) {
        ColumnStructure column = known().column(name);
        return column == null ? "" : column.type();
    }

    /**
     * Reads its rows.
     *
     * @param columns as they are stored
     */
    TableWalk walk(Connection connection, List<String> columns, CheckStatus status) throws SQLException {
        WalkedTable walked = WalkedTable.known(connection, stored(), key());
        return new TableWalk(connection, walked, columns, CHUNK_ROWS).timeout(status::secondsLeft);
    }

    @Override
    public String toString() {
        return visit.name() + "." + table;
    }
}

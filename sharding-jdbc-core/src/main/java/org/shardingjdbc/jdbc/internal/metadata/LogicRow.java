package org.shardingjdbc.jdbc.internal.metadata;

import org.shardingjdbc.engine.internal.result.label.ShardResultNames;
import org.shardingjdbc.engine.internal.show.MetadataRows;

/** A row of metadata on its way from actual to logic names. */
final class LogicRow {
    private static final String[] PREFIXES = {"", "PK", "FK"};

    private final MetadataRows shape;
    private final Object[] row;
    private final ShardResultNames names;
    private final int dataSource;

    LogicRow(MetadataRows shape, Object[] row, ShardResultNames names, int dataSource) {
        this.shape = shape;
        this.row = row;
        this.names = names;
        this.dataSource = dataSource;
    }

    /** Puts logic names in place. */
    void rename() {
        String[] actual = new String[PREFIXES.length];
        String[] logic = new String[PREFIXES.length];
        for (int i = 0; i < PREFIXES.length; i++) {
            String column = PREFIXES[i] + "TABLE_NAME";
            actual[i] = shape.text(row, column);
            if (actual[i] != null) {
                logic[i] = names.logicTable(dataSource, actual[i]);
                put(column, logic[i]);
            }
        }
        index("INDEX_NAME", actual[0], logic[0]);
        index("PK_NAME", actual[1] == null ? actual[0] : actual[1], logic[1] == null ? logic[0] : logic[1]);
        index("FK_NAME", actual[2], logic[2]);
    }

    private void index(String column, String actualTable, String logicTable) {
        String name = shape.text(row, column);
        if (name != null && actualTable != null && !actualTable.equals(logicTable)) {
            put(column, ShardResultNames.logicIndex(name, actualTable, logicTable));
        }
    }

    private void put(String column, String value) {
        int position = shape.position(column);
        if (position >= 0) {
            row[position] = value;
        }
    }
}

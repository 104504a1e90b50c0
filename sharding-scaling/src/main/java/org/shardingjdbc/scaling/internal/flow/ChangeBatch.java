package org.shardingjdbc.scaling.internal.flow;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * Changes of one data source that are written together: of each row the last state that its data node told. Used by the
 * thread of its flow.
 */
final class ChangeBatch implements ChangeLog.Listener {
    /** About what a key takes, with its place in a map. */
    static final int KEY_BYTES = 250;

    private final String dataSource;
    private final Direction direction;
    private final Map<String, Tables> tables = new HashMap<>();
    private final Map<Place, Map<OwnedKey, @Nullable MovedRow>> rows = new LinkedHashMap<>();
    private final List<String> marks = new ArrayList<>();
    private int size;
    private long bytes;

    /** A data node that is entered, and what rows of it look like. */
    record Place(NodeTable node, MovedTable form) {}

    /** The key of a row, and the data node that told it: two may have one key for a moment, when a row moves. */
    record OwnedKey(NodeTable owner, List<Object> key) {}

    /** What is known of an actual table. */
    private record Tables(NodeTable node, Function<MovedRow, List<NodeTable>> route) {}

    ChangeBatch(String dataSource, Direction direction) {
        this.dataSource = dataSource;
        this.direction = direction;
    }

    boolean isEmpty() {
        return size == 0 && marks.isEmpty();
    }

    /** How many changes it has. */
    int size() {
        return size;
    }

    /** About how many bytes of memory the rows take that it was told to write, and its keys. */
    long bytes() {
        return bytes;
    }

    /** By the places that are written; of each place in the order in which a row was told last. */
    Map<Place, Map<OwnedKey, @Nullable MovedRow>> rows() {
        return rows;
    }

    List<String> marks() {
        return marks;
    }

    void clear() {
        rows.clear();
        marks.clear();
        size = 0;
        bytes = 0;
    }

    @Override
    public void changed(MovedTable table, @Nullable MovedRow before, @Nullable MovedRow after) {
        Tables known = tables.computeIfAbsent(table.name(), name -> {
            NodeTable node = direction.node(dataSource, name);
            return new Tables(node, direction.route(node.logic(), table));
        });
        if (before != null) {
            put(known, table, before, null);
        }
        if (after != null) {
            put(known, table, after, after);
            bytes += after.bytes();
        }
        size++;
        bytes += KEY_BYTES;
    }

    private void put(Tables known, MovedTable form, MovedRow told, @Nullable MovedRow row) {
        OwnedKey key = new OwnedKey(known.node(), told.key(form));
        for (NodeTable node : known.route().apply(told)) {
            // one place whichever table told it: who waits for a place is found by who gives it up
            Place place = new Place(node, new MovedTable(node.table(), form.columns(), form.key()));
            Map<OwnedKey, @Nullable MovedRow> its = rows.computeIfAbsent(place, each -> new LinkedHashMap<>());
            its.remove(key);
            its.put(key, row);
        }
    }

    @Override
    public void marked(String text) {
        marks.add(text);
    }

    @Override
    public void defined(String what) throws SQLException {
        throw new SQLException("Something other than rows changed in data source " + dataSource + ": " + what);
    }
}

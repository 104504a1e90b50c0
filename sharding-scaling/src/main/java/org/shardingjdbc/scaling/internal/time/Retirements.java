package org.shardingjdbc.scaling.internal.time;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.scaling.internal.compare.Comparison;
import org.shardingjdbc.scaling.internal.copy.NodeCopy;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.job.TableJobStore;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.time.TimeTablePolicy;
import org.shardingjdbc.scaling.time.TimeTablePolicy.Retirement;

/**
 * The actual tables that have left the rules, or are about to, and are to be dropped, renamed or archived. They are
 * written down before they leave, so that whoever goes on after a kill touches no other table. Used by one thread.
 */
public final class Retirements {
    private static final String RETIRED = "_retired";
    private static final long PATIENCE_MILLIS = 10_000;
    private static final int CHUNK_ROWS = 5_000;

    private final Databases databases;
    private final TableJobStore store;

    /**
     * One table that is to be retired.
     *
     * @param archive the data source that it goes to; empty but for {@link Retirement#ARCHIVE}
     * @param archived what it is called there
     * @param left since when no instance has it as a data node; null where that is not known yet
     */
    public record OldTable(
            NodeTable node,
            Retirement retirement,
            String archive,
            String archived,
            @Nullable Instant left) {
        private String text() {
            return String.join(
                    "\n", node.logic(), retirement.name(), archive, archived, left == null ? "" : left.toString());
        }

        private static OldTable of(String item, String text) {
            String[] parts = text.split("\n", -1);
            int dot = item.indexOf('.');
            return new OldTable(
                    new NodeTable(item.substring(0, dot), item.substring(dot + 1), parts[0]),
                    Retirement.valueOf(parts[1].toUpperCase(Locale.ROOT)),
                    parts[2],
                    parts[3],
                    parts[4].isEmpty() ? null : Instant.parse(parts[4]));
        }
    }

    public Retirements(Databases databases, TableJobStore store) {
        this.databases = databases;
        this.store = store;
    }

    /** Those that are written down. */
    public List<OldTable> all() throws SQLException {
        List<OldTable> all = new ArrayList<>();
        for (Map.Entry<String, String> each : store.read().entrySet()) {
            all.add(OldTable.of(each.getKey(), each.getValue()));
        }
        return all;
    }

    /** Writes down that a table is about to leave the rules. */
    public void note(NodeTable node, TimeTablePolicy policy, boolean aloneOfItsName) throws SQLException {
        boolean archive = policy.retirement() == Retirement.ARCHIVE;
        OldTable retired = new OldTable(
                node,
                policy.retirement(),
                archive ? String.valueOf(policy.archive()) : "",
                aloneOfItsName ? node.table() : node.table() + "_" + node.dataSource(),
                null);
        store.create();
        store.write(node.toString(), retired.text());
    }

    /** Writes down that it has left the rules of all instances. */
    public void noteLeft(OldTable retired, Instant now) throws SQLException {
        store.write(
                retired.node().toString(),
                new OldTable(retired.node(), retired.retirement(), retired.archive(), retired.archived(), now).text());
    }

    /** Forgets one that did not leave the rules, or is retired. */
    public void forget(OldTable retired) throws SQLException {
        store.remove(retired.node().toString());
        if (store.read().isEmpty()) {
            store.drop();
        }
    }

    /** Drops, renames or archives a table that no statement reaches any more; goes on where it was broken off. */
    public void retire(OldTable retired) throws SQLException {
        NodeTable node = retired.node();
        switch (retired.retirement()) {
            case DROP -> drop(node);
            case RENAME -> setAside(node);
            case ARCHIVE -> {
                NodeTable aside = setAside(node);
                if (isThere(aside)) {
                    archive(aside, new NodeTable(retired.archive(), retired.archived(), node.logic()));
                    drop(aside);
                }
            }
        }
        forget(retired);
    }

    private boolean isThere(NodeTable node) throws SQLException {
        try (Connection connection = databases.open(node.dataSource())) {
            return kind().read(connection, node.table()) != null;
        }
    }

    private ScalingDatabase kind() {
        return databases.kind();
    }

    private void drop(NodeTable node) throws SQLException {
        execute(node, List.of(kind().dropping(node.table())));
    }

    private void execute(NodeTable node, List<String> statements) throws SQLException {
        try (Connection connection = databases.open(node.dataSource())) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            connection.commit();
        }
    }

    /** Whoever still writes to the table finds none of its name. */
    private NodeTable setAside(NodeTable node) throws SQLException {
        NodeTable aside = new NodeTable(node.dataSource(), node.table() + RETIRED, node.logic());
        if (isThere(node)) {
            if (isThere(aside)) {
                throw SqlErrors.of(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        node + " is to be retired, and there is a table " + aside + " already; give it another name");
            }
            try (Connection connection = databases.open(node.dataSource())) {
                kind().rename(connection, Map.of(node.table(), aside.table()), PATIENCE_MILLIS);
            }
        }
        return aside;
    }

    private void archive(NodeTable from, NodeTable to) throws SQLException {
        MovedTable form;
        try (Connection connection = databases.open(from.dataSource())) {
            form = kind().read(connection, from.table());
            if (form == null) {
                return;
            }
            if (form.key().isEmpty()) {
                throw SqlErrors.of(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        from + " has no primary key, in the order of which it would be archived; say 'retire: rename'");
            }
            if (!isThere(to)) {
                execute(to, kind().creation(connection, form, to.table(), true));
            }
        }
        new NodeCopy(databases, from, form, row -> List.of(to), CHUNK_ROWS, NodeCopy.CHUNK_BYTES)
                .run(null, (reached, rows) -> true);
        List<List<Object>> differing = new Comparison(databases, form, List.of(from), List.of(to), () -> {})
                .run()
                .keys();
        if (!differing.isEmpty()) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_FAILED,
                    "for time tables",
                    "rows of " + from + " and of its copy " + to + " differ, such as those with the keys "
                            + differing.stream().limit(5).toList() + "; nothing was dropped");
        }
    }
}

package org.shardingjdbc.jdbc.internal.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.dialect.walk.Pace;
import org.shardingjdbc.dialect.walk.TableWalk;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckOptions.RowCheck;
import org.shardingjdbc.jdbc.check.FindingKind;

/**
 * The rows of a broadcast table in each data source: how many they are and, where all rows are read, a sum over what
 * they hold, for which their order does not matter. One per table; each node is read by one thread.
 */
final class CopiedRows {
    private static final int TOLD = 1000;

    private final CheckedTable table;
    private final boolean all;
    private final CheckStatus status;
    private final Map<CheckedNode, Copy> copies = new IdentityHashMap<>();

    /** What was read of one; a problem where it could not be, else null. */
    private record Copy(long rows, long sum, @Nullable String problem) {}

    CopiedRows(CheckedTable table, CheckOptions options, CheckStatus status) {
        this.table = table;
        this.all = options.rows() == RowCheck.ALL;
        this.status = status;
    }

    /** Reads one. */
    void read(CheckedNode node) {
        Copy copy;
        if (status.goesOn()) {
            try {
                copy = all ? summed(node) : counted(node);
            } catch (SQLException e) {
                copy = new Copy(0, 0, Visits.oneLine(String.valueOf(e.getMessage())));
            }
        } else {
            copy = new Copy(0, 0, status.why() + ".");
        }
        synchronized (copies) {
            copies.put(node, copy);
        }
        status.done(node.toString());
    }

    private Copy counted(CheckedNode node) throws SQLException {
        try (Connection connection = node.visit().pool().openAside()) {
            return new Copy(node.walk(connection, List.of(), status).count(), 0, null);
        }
    }

    private Copy summed(CheckedNode node) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (ColumnStructure column : table.written().get(0).known().columns()) {
            ColumnStructure here = node.known().column(column.name());
            if (here != null) {
                columns.add(here.name());
            }
        }
        try (Connection connection = node.visit().pool().openAside()) {
            boolean before = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                Sum sum = new Sum(node, columns.size());
                node.walk(connection, columns, status).look(null, sum, Pace.STEADY);
                return sum.copy();
            } finally {
                connection.rollback();
                connection.setAutoCommit(before);
            }
        }
    }

    /** A sum over what the rows of a node hold. One per node, not thread-safe. */
    private final class Sum implements TableWalk.RowReader {
        private final CheckedNode node;
        private final int width;
        private long rows;
        private long sum;
        private boolean stopped;

        Sum(CheckedNode node, int width) {
            this.node = node;
            this.width = width;
        }

        @Override
        public boolean read(TableWalk.Row row) throws SQLException {
            long hash = 1;
            for (int i = 0; i < width; i++) {
                String value = row.text(i);
                hash = hash * 31 + (value == null ? 0 : hash(value));
            }
            sum += spread(hash);
            rows++;
            stopped = rows % TOLD == 0 && !status.read(node.toString(), TOLD);
            return !stopped;
        }

        Copy copy() {
            if (stopped) {
                return new Copy(0, 0, status.why() + ".");
            }
            status.read(node.toString(), rows % TOLD);
            return new Copy(rows, sum, null);
        }
    }

    private static long hash(String value) {
        long hash = 7;
        for (int i = 0; i < value.length(); i++) {
            hash = hash * 1_000_003 + value.charAt(i);
        }
        return spread(hash);
    }

    /** So that two differences do not cancel each other out in a sum. */
    private static long spread(long hash) {
        long spread = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
        return spread ^ spread >>> 29;
    }

    /** What differs from what most of them have; of two that are as frequent, from the first one. */
    List<CheckFinding> findings() {
        List<CheckFinding> findings = new ArrayList<>();
        CheckedNode common = null;
        long most = 0;
        for (CheckedNode node : table.written()) {
            Copy copy = copy(node);
            long alike = copies.values().stream().filter(copy::equals).count();
            if (copy.problem() == null && alike > most) {
                most = alike;
                common = node;
            }
        }
        for (CheckedNode node : table.written()) {
            Copy copy = copy(node);
            if (copy.problem() != null) {
                findings.add(table.at(
                        node,
                        FindingKind.NOT_CHECKED,
                        Severity.NOTE,
                        "Its rows were not read: " + copy.problem(),
                        "Check this table again by itself.",
                        List.of()));
            } else if (common != null && !copy.equals(copy(common))) {
                findings.add(differs(node, copy, common));
            }
        }
        return findings;
    }

    /** What was read of a node; all are read when findings are asked for. */
    private Copy copy(CheckedNode node) {
        return Objects.requireNonNull(copies.get(node), "not read");
    }

    private CheckFinding differs(CheckedNode node, Copy copy, CheckedNode common) {
        long there = copy(common).rows();
        return table.at(
                node,
                FindingKind.COPIES_DIFFER,
                Severity.ERROR,
                copy.rows() == there
                        ? "The copy has as many rows as " + common + ", " + there + ", and other values."
                        : "The copy has " + copy.rows() + (copy.rows() == 1 ? " row, " : " rows, ") + common + " has "
                                + there + ".",
                "Find the rows that differ, and write them to this data source by itself.",
                List.of("SELECT * FROM " + node.sql().written(node.stored())));
    }
}

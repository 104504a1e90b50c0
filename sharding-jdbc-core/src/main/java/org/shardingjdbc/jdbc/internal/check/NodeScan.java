package org.shardingjdbc.jdbc.internal.check;

import java.io.IOException;
import java.io.Reader;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.walk.KeyColumn;
import org.shardingjdbc.dialect.walk.Pace;
import org.shardingjdbc.dialect.walk.TableWalk;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckOptions.RowCheck;
import org.shardingjdbc.jdbc.internal.check.RowPlaces.Place;
import org.shardingjdbc.jdbc.internal.check.RowPlaces.Verdict;

/** Reads rows of one node and counts those that belong elsewhere. One per node; one thread uses it. */
final class NodeScan {
    /** How many rows are told at once. */
    private static final int TOLD = 1000;
    /** How many rows are named by their keys. */
    private static final int NAMED = 10;

    private final CheckedNode node;
    private final List<String> sharding;
    private final List<String> key;
    private final RowPlaces places;
    private final CheckOptions options;
    private final CheckStatus status;

    /** By the indexes of nodes, how many rows belong there. */
    private final Map<Integer, Long> elsewhere = new TreeMap<>();

    private final List<List<Object>> misplaced = new ArrayList<>();
    private final List<List<Object>> unplaced = new ArrayList<>();
    private long nowhere;
    private long untold;
    private long rows;
    private boolean complete = true;

    /** @param sharding the stored names of the sharding columns */
    NodeScan(CheckedNode node, List<String> sharding, RowPlaces places, CheckOptions options, CheckStatus status) {
        this.node = node;
        this.sharding = sharding;
        this.places = places;
        this.options = options;
        this.status = status;
        this.key = node.key().stream().map(KeyColumn::name).toList();
    }

    /** Reads; what was not read when time is up is left. */
    void run() throws SQLException {
        try (Connection connection = node.visit().pool().openAside()) {
            boolean before = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                run(connection);
            } finally {
                connection.rollback();
                connection.setAutoCommit(before);
            }
        }
    }

    private void run(Connection connection) throws SQLException {
        List<String> columns = new ArrayList<>(sharding);
        columns.addAll(key);
        TableWalk walk = node.walk(connection, columns, status);
        try {
            if (options.rows() == RowCheck.ALL) {
                walk.look(null, this::row, Pace.STEADY);
            } else if (key.isEmpty()) {
                walk.readFirst(options.sampleSize(), this::row);
            } else {
                sample(walk, options.sampleSize());
            }
        } catch (SQLException e) {
            if (complete && status.goesOn()) {
                throw e;
            }
            complete = false;
        }
    }

    /** Both ends of the key: the oldest rows and the newest ones. */
    private void sample(TableWalk walk, int size) throws SQLException {
        int first = (size + 1) / 2;
        TableWalk.Chunk oldest = walk.readFirst(first, this::row);
        if (!oldest.end() && size > first) {
            walk.readLast(oldest.last(), size - first, this::row);
        }
    }

    private boolean row(TableWalk.Row found) throws SQLException {
        Object[] values = new Object[sharding.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = text(found.value(i));
        }
        Place place = places.of(values, node.index());
        if (place.verdict() == Verdict.ELSEWHERE) {
            elsewhere.merge(place.nodes()[0], 1L, Long::sum);
            name(misplaced, found);
        } else if (place.verdict() == Verdict.NOWHERE) {
            nowhere++;
            name(unplaced, found);
        } else if (place.verdict() == Verdict.UNTOLD) {
            untold++;
        }
        rows++;
        if (rows % TOLD == 0) {
            complete = status.read(node.toString(), TOLD);
        }
        return complete;
    }

    private void name(List<List<Object>> named, TableWalk.Row found) throws SQLException {
        if (named.size() < NAMED) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < key.size(); i++) {
                values.add(found.value(sharding.size() + i));
            }
            named.add(values);
        }
    }

    /** A large text as a String; all else as it is. */
    private static @Nullable Object text(@Nullable Object value) throws SQLException {
        if (!(value instanceof Clob clob)) {
            return value;
        }
        try (Reader reader = clob.getCharacterStream()) {
            StringBuilder text = new StringBuilder();
            char[] part = new char[TOLD];
            for (int read = reader.read(part); read >= 0; read = reader.read(part)) {
                text.append(part, 0, read);
            }
            return text.toString();
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    /** How many rows were read that were not told yet. */
    long remainder() {
        return rows % TOLD;
    }

    CheckedNode node() {
        return node;
    }

    Map<Integer, Long> elsewhere() {
        return elsewhere;
    }

    long nowhere() {
        return nowhere;
    }

    long untold() {
        return untold;
    }

    long rows() {
        return rows;
    }

    /** Whether it read what it should. */
    boolean isComplete() {
        return complete;
    }

    /** The stored names of the columns of the primary key; empty for none. */
    List<String> key() {
        return key;
    }

    /** The keys of the first rows that belong elsewhere. */
    List<List<Object>> misplaced() {
        return misplaced;
    }

    /** The keys of the first rows that belong nowhere. */
    List<List<Object>> unplaced() {
        return unplaced;
    }
}

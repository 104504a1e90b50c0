package org.shardingjdbc.transaction.xa.internal.log;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/** The two tables of the log. Nothing here commits; connections are the caller's. Stateless. */
final class LogTables {
    /** What an administrator runs where the process must not. */
    static final List<String> DEFINITIONS = List.of(
            "CREATE TABLE sharding_transaction_node (identity VARCHAR(64) NOT NULL PRIMARY KEY,"
                    + " data_sources TEXT NOT NULL, beat BIGINT NOT NULL, closed_millis BIGINT NOT NULL)",
            "CREATE TABLE sharding_transaction_log (transaction_id VARCHAR(64) NOT NULL PRIMARY KEY,"
                    + " identity VARCHAR(64) NOT NULL, decision VARCHAR(250) NOT NULL)");

    private LogTables() {}

    /** Makes the tables where there are none; autocommit is on. */
    static void create(Connection connection, String dataSource) throws SQLException {
        if (exist(connection)) {
            return;
        }
        SQLException failure = null;
        for (String definition : DEFINITIONS) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(definition);
            } catch (SQLException e) {
                // another process may have been first
                failure = e;
            }
        }
        if (!exist(connection)) {
            throw TransactionErrors.causedBy(
                    failure,
                    ErrorCode.TRANSACTION_LOG,
                    "has no tables in data source " + dataSource + ", and they cannot be made; run there: "
                            + String.join("; ", DEFINITIONS));
        }
    }

    private static boolean exist(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("SELECT COUNT(*) FROM sharding_transaction_node")
                    .close();
            statement
                    .executeQuery("SELECT COUNT(*) FROM sharding_transaction_log")
                    .close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    static void insertNode(Connection connection, String identity) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO sharding_transaction_node VALUES (?, '', 0, 0)")) {
            insert.setString(1, identity);
            insert.executeUpdate();
        }
    }

    /**
     * Keeps others from closing it until the transaction is over.
     *
     * @param sources null for those that it has
     * @return false when it is closed, or gone
     */
    static boolean beat(Connection connection, String identity, Collection<String> sources) throws SQLException {
        String set = sources == null ? "" : ", data_sources = ?";
        try (PreparedStatement update = connection.prepareStatement("UPDATE sharding_transaction_node"
                + " SET beat = beat + 1" + set + " WHERE identity = ? AND closed_millis = 0")) {
            int next = 1;
            if (sources != null) {
                update.setString(next++, String.join(",", sources));
            }
            update.setString(next, identity);
            return update.executeUpdate() == 1;
        }
    }

    /** @return false when it has changed since it was read */
    static boolean close(Connection connection, NodeRow node, long nowMillis) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE sharding_transaction_node"
                + " SET closed_millis = ? WHERE identity = ? AND beat = ? AND closed_millis = 0")) {
            update.setLong(1, nowMillis);
            update.setString(2, node.identity());
            update.setLong(3, node.beat());
            return update.executeUpdate() == 1;
        }
    }

    static List<NodeRow> nodes(Connection connection) throws SQLException {
        List<NodeRow> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT identity, data_sources, beat, closed_millis FROM sharding_transaction_node")) {
            while (rows.next()) {
                String sources = rows.getString(2);
                found.add(new NodeRow(
                        rows.getString(1),
                        sources.isEmpty() ? Set.of() : Set.of(sources.split(",")),
                        rows.getLong(3),
                        rows.getLong(4)));
            }
        }
        return found;
    }

    /** Of a transaction that has one already, the new decision counts. */
    static void write(Connection connection, String identity, List<BranchDecision> decisions) throws SQLException {
        try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM sharding_transaction_log WHERE transaction_id = ?");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sharding_transaction_log VALUES (?, ?, ?)")) {
            int inserts = 0;
            for (BranchDecision decision : decisions) {
                delete.setString(1, decision.transaction());
                delete.addBatch();
                if (decision.text() != null) {
                    insert.setString(1, decision.transaction());
                    insert.setString(2, identity);
                    insert.setString(3, decision.text());
                    insert.addBatch();
                    inserts++;
                }
            }
            delete.executeBatch();
            if (inserts > 0) {
                insert.executeBatch();
            }
        }
    }

    /** The transactions of a node that are to be committed are added. */
    static void decided(Connection connection, String identity, Set<String> found) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT transaction_id FROM sharding_transaction_log WHERE identity = ?")) {
            select.setString(1, identity);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
    }

    /** The transactions of all nodes that are to be committed. */
    static Set<String> decided(Connection connection) throws SQLException {
        Set<String> found = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT transaction_id FROM sharding_transaction_log")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** A node that has no branches any more. */
    static void delete(Connection connection, String identity) throws SQLException {
        for (String table : List.of("sharding_transaction_log", "sharding_transaction_node")) {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM " + table + " WHERE identity = ?")) {
                delete.setString(1, identity);
                delete.executeUpdate();
            }
        }
    }

    /**
     * A process that writes into the log.
     *
     * @param identity with which the names of its branches begin
     * @param sources the data sources on which it may have branches, with their owners' names
     * @param beat another number whenever it writes, and every few seconds
     * @param closedMillis when another process closed it, by that one's clock; 0 while it is open
     */
    record NodeRow(String identity, Set<String> sources, long beat, long closedMillis) {
        boolean isClosed() {
            return closedMillis != 0;
        }
    }
}

package org.shardingjdbc.examples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.TestServer;

/**
 * The tour: creates a sharded schema, fills it and queries it, all through one DataSource, and prints for each
 * statement what sharding makes of it. The only argument is {@code --database=h2}, {@code postgresql} or
 * {@code mariadb}.
 */
public final class Quickstart {
    private final Connection connection;
    private final Narrator narrator;
    private final PrintStream out;

    private Quickstart(Connection connection, PrintStream out) {
        this.connection = connection;
        this.narrator = new Narrator(connection, out);
        this.out = out;
    }

    public static void main(String... arguments) throws SQLException, IOException {
        try {
            run(System.out, arguments);
        } finally {
            TestServer.stopAll();
        }
    }

    /** Runs the tour, printing to {@code out}. */
    static void run(PrintStream out, String... arguments) throws SQLException, IOException {
        String database = Database.start(arguments);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration());
                Connection connection = dataSource.getConnection()) {
            out.println("sharding-jdbc on " + database + ": two data sources (ds_0, ds_1), four tables in each.");
            out.println("An even user_id lives in ds_0, an odd one in ds_1; order_id % 4 is the table.");
            out.println("The program knows one DataSource and the tables t_order, t_order_item and t_country.");
            new Quickstart(connection, out).tour();
        }
    }

    private static ShardingConfiguration configuration() throws IOException {
        try (InputStream yaml = Quickstart.class.getResourceAsStream("/quickstart.yaml")) {
            return YamlConfigurations.load(yaml, "quickstart.yaml", PlaceholderType.SYSTEM_PROPS);
        }
    }

    private void tour() throws SQLException {
        createSchema();
        insertRows();
        readOneNode();
        readManyNodes();
        join();
        aggregate();
        change();
        transact();
        refuse();
    }

    private void createSchema() throws SQLException {
        narrator.title("CREATE TABLE: every actual table is created");
        narrator.update(Shop.CREATE_ORDER);
        narrator.update(Shop.CREATE_ITEM);
        narrator.say("t_country is a broadcast table: every data source has all of its rows.");
        narrator.update(Shop.CREATE_COUNTRY);
    }

    private void insertRows() throws SQLException {
        narrator.title("INSERT: each row goes where its sharding values say");
        narrator.update(Shop.INSERT_COUNTRIES);
        narrator.say("Rows of one INSERT may belong to different data nodes; each gets its own:");
        narrator.explain("INSERT INTO t_order (order_id, user_id, country, status, amount, ordered_on) VALUES"
                + "\n    (9001, 1, 'DE', 'NEW', 10.00, DATE '2026-11-01'),"
                + "\n    (9002, 2, 'FR', 'NEW', 20.00, DATE '2026-11-02')");
        narrator.explain(Shop.INSERT_ORDER, Shop.orderRow(1));
        int items = Shop.fill(connection);
        out.println("  " + Shop.ORDER_COUNT + " orders and " + items + " items inserted in batches;"
                + " the key generator made the item ids.");
    }

    private void readOneNode() throws SQLException {
        narrator.title("Point query: both sharding values are known, one data node is asked");
        narrator.query("SELECT * FROM t_order WHERE user_id = ? AND order_id = ?", 8, 213);
    }

    private void readManyNodes() throws SQLException {
        narrator.title("IN: each data node gets only the values that it may hold");
        narrator.query("SELECT order_id, user_id, status, amount FROM t_order"
                + " WHERE user_id = 32 AND order_id IN (1, 98, 195, 389) ORDER BY order_id");

        narrator.title("Range and ORDER BY: sorted on each data node, merged row by row");
        narrator.query("SELECT order_id, user_id, amount FROM t_order"
                + " WHERE order_id BETWEEN 700 AND 1500 AND user_id = 7 ORDER BY amount DESC");

        narrator.title("LIMIT with OFFSET: each data node sends enough rows, the merge skips");
        narrator.query("SELECT order_id, amount FROM t_order ORDER BY amount DESC, order_id LIMIT 5 OFFSET 10");
    }

    private void join() throws SQLException {
        narrator.title("JOIN of binding tables: t_order_3 meets t_order_item_3 and no other");
        narrator.query(
                "SELECT o.order_id, o.status, i.product, i.quantity, c.name AS country"
                        + "\nFROM t_order o"
                        + "\nJOIN t_order_item i ON i.order_id = o.order_id AND i.user_id = o.user_id"
                        + "\nJOIN t_country c ON c.code = o.country"
                        + "\nWHERE o.user_id = ? AND o.status = 'PAID'"
                        + "\nORDER BY o.order_id, i.product",
                32);
    }

    private void aggregate() throws SQLException {
        narrator.title("GROUP BY: partial sums and counts come from the data nodes, the merge adds them up");
        narrator.query("SELECT status, COUNT(*) AS orders, SUM(amount) AS total, AVG(amount) AS average"
                + " FROM t_order GROUP BY status ORDER BY total DESC");
    }

    private void change() throws SQLException {
        narrator.title("UPDATE and DELETE");
        narrator.update("UPDATE t_order SET status = 'SENT' WHERE user_id = ? AND status = 'PAID'", 32);
        narrator.update("DELETE FROM t_order_item WHERE order_id = 5");
        narrator.query("SELECT COUNT(*) AS orders FROM t_order WHERE user_id = 32 AND status = 'PAID'");
    }

    private void transact() throws SQLException {
        narrator.title("Transaction: over both data sources, here rolled back");
        connection.setAutoCommit(false);
        narrator.update("UPDATE t_order SET amount = 0 WHERE order_id IN (1, 2)");
        narrator.say("The transaction sees its own writes:");
        narrator.query("SELECT order_id, user_id, amount FROM t_order WHERE order_id IN (1, 2) ORDER BY order_id");
        connection.rollback();
        connection.setAutoCommit(true);
        narrator.say("After the rollback:");
        narrator.query("SELECT order_id, user_id, amount FROM t_order WHERE order_id IN (1, 2) ORDER BY order_id");
    }

    private void refuse() {
        narrator.title("What cannot be answered rightly is refused before a data node is touched");
        String sql = "SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE";
        out.println();
        out.println("  SQL as written");
        out.println("    " + sql);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            throw new IllegalStateException("This must be refused: " + sql);
        } catch (SQLException e) {
            out.println("  refused");
            out.println("    " + e.getMessage());
        }
    }
}

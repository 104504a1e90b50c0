package org.shardingjdbc.examples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.nodes.NodeMap;
import org.shardingjdbc.cli.internal.nodes.NodeReader;
import org.shardingjdbc.cli.internal.nodes.NodesText;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.TestServer;

/**
 * The tour: creates a sharded schema, fills it and queries it, all through one DataSource, and prints for each
 * statement what sharding makes of it. The only argument is {@code --database=h2}, {@code postgresql}, {@code mariadb}
 * or {@code mysql}.
 */
public final class Quickstart {
    private final ShardingDataSource dataSource;
    private final ShardingConfiguration configuration;
    private final Connection connection;
    private final Narrator narrator;
    private final Palette palette;

    private Quickstart(
            ShardingDataSource dataSource,
            ShardingConfiguration configuration,
            Connection connection,
            PrintStream out,
            Palette palette) {
        this.dataSource = dataSource;
        this.configuration = configuration;
        this.connection = connection;
        this.narrator = new Narrator(connection, out, palette);
        this.palette = palette;
    }

    public static void main(String... arguments) throws SQLException, IOException {
        try {
            run(System.out, Screen.palette(), arguments);
        } finally {
            TestServer.stopAll();
        }
    }

    /** Runs the tour, printing to {@code out}. */
    static void run(PrintStream out, Palette palette, String... arguments) throws SQLException, IOException {
        String database = Database.start(out, arguments);
        ShardingConfiguration configuration = configuration();
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration);
                Connection connection = dataSource.getConnection()) {
            out.println("sharding-jdbc on " + database + ": two data sources (ds_0, ds_1), four tables in each.");
            out.println("An even user_id lives in ds_0, an odd one in ds_1; order_id % 4 is the table.");
            out.println("The program knows one DataSource and the tables t_order, t_order_item and t_country.");
            new Quickstart(dataSource, configuration, connection, out, palette).tour();
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
        drawNodes();
        readOneNode();
        readManyNodes();
        join();
        aggregate();
        pull();
        change();
        moveRow();
        transact();
        refuse();
        goOn();
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
        narrator.say(Shop.ORDER_COUNT + " orders and " + items + " items inserted in batches;"
                + " the key generator made the item ids.");
    }

    private void drawNodes() throws SQLException {
        narrator.title("Where the rows are");
        NodeMap nodes = new NodeReader(dataSource, configuration).read(Set.of(), 60, (done, all) -> {});
        narrator.draw(new NodesText(palette, Narrator.WIDTH - 4).draw(nodes));
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

    private void pull() throws SQLException {
        narrator.title("A join of no binding tables: rows are pulled together");
        narrator.query("SELECT o.order_id, i.product, i.quantity FROM t_order o"
                + "\nJOIN t_order_item i ON i.item_id = o.order_id OR i.quantity = o.order_id"
                + "\nWHERE o.order_id IN (3, 4) AND i.product = 'Lamp' AND i.order_id < 40"
                + "\nORDER BY o.order_id, i.order_id");
    }

    private void moveRow() throws SQLException {
        narrator.title("UPDATE of a sharding column: the row moves to the other data source");
        narrator.update("UPDATE t_order SET user_id = 4 WHERE order_id = 2000");
        narrator.query("SELECT order_id, user_id, amount FROM t_order WHERE user_id = 4 AND order_id = 2000");
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
        narrator.refuse("SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE");
    }

    private void goOn() {
        narrator.title("Where to go from here");
        narrator.draw(List.of(
                "examples/quickstart/src/main/resources/quickstart.yaml   what this tour ran; change it, and run it again",
                "-Dexec.args=--database=postgresql (mariadb, mysql)       the tour on real servers",
                "docs/getting-started.md                                  a project of your own, step by step",
                "docs/sharding-key.md                                     which column to shard by",
                "docs/command-line.md                                     a prompt over your own YAML"));
    }
}

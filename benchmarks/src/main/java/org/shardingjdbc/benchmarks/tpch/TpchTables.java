package org.shardingjdbc.benchmarks.tpch;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.sql.DataSource;

/**
 * The eight tables of TPC-H and rows for them, which are the same for the same scale. Numbers of rows, keys, ranges and
 * words are those of the specification; texts that no query looks into are shorter. Used by one thread.
 */
final class TpchTables {
    private static final List<String> DEFINITIONS = List.of(
            "CREATE TABLE region (r_regionkey INTEGER NOT NULL PRIMARY KEY, r_name CHAR(25) NOT NULL,"
                    + " r_comment VARCHAR(152))",
            "CREATE TABLE nation (n_nationkey INTEGER NOT NULL PRIMARY KEY, n_name CHAR(25) NOT NULL,"
                    + " n_regionkey INTEGER NOT NULL, n_comment VARCHAR(152))",
            "CREATE TABLE supplier (s_suppkey INTEGER NOT NULL PRIMARY KEY, s_name CHAR(25) NOT NULL,"
                    + " s_address VARCHAR(40) NOT NULL, s_nationkey INTEGER NOT NULL, s_phone CHAR(15) NOT NULL,"
                    + " s_acctbal DECIMAL(15, 2) NOT NULL, s_comment VARCHAR(101) NOT NULL)",
            "CREATE TABLE part (p_partkey INTEGER NOT NULL PRIMARY KEY, p_name VARCHAR(55) NOT NULL,"
                    + " p_mfgr CHAR(25) NOT NULL, p_brand CHAR(10) NOT NULL, p_type VARCHAR(25) NOT NULL,"
                    + " p_size INTEGER NOT NULL, p_container CHAR(10) NOT NULL,"
                    + " p_retailprice DECIMAL(15, 2) NOT NULL, p_comment VARCHAR(23) NOT NULL)",
            "CREATE TABLE partsupp (ps_partkey INTEGER NOT NULL, ps_suppkey INTEGER NOT NULL,"
                    + " ps_availqty INTEGER NOT NULL, ps_supplycost DECIMAL(15, 2) NOT NULL,"
                    + " ps_comment VARCHAR(199) NOT NULL, PRIMARY KEY (ps_partkey, ps_suppkey))",
            "CREATE TABLE customer (c_custkey INTEGER NOT NULL PRIMARY KEY, c_name VARCHAR(25) NOT NULL,"
                    + " c_address VARCHAR(40) NOT NULL, c_nationkey INTEGER NOT NULL, c_phone CHAR(15) NOT NULL,"
                    + " c_acctbal DECIMAL(15, 2) NOT NULL, c_mktsegment CHAR(10) NOT NULL,"
                    + " c_comment VARCHAR(117) NOT NULL)",
            "CREATE TABLE orders (o_orderkey INTEGER NOT NULL PRIMARY KEY, o_custkey INTEGER NOT NULL,"
                    + " o_orderstatus CHAR(1) NOT NULL, o_totalprice DECIMAL(15, 2) NOT NULL,"
                    + " o_orderdate DATE NOT NULL, o_orderpriority CHAR(15) NOT NULL, o_clerk CHAR(15) NOT NULL,"
                    + " o_shippriority INTEGER NOT NULL, o_comment VARCHAR(79) NOT NULL)",
            "CREATE TABLE lineitem (l_orderkey INTEGER NOT NULL, l_partkey INTEGER NOT NULL,"
                    + " l_suppkey INTEGER NOT NULL, l_linenumber INTEGER NOT NULL, l_quantity DECIMAL(15, 2) NOT NULL,"
                    + " l_extendedprice DECIMAL(15, 2) NOT NULL, l_discount DECIMAL(15, 2) NOT NULL,"
                    + " l_tax DECIMAL(15, 2) NOT NULL, l_returnflag CHAR(1) NOT NULL, l_linestatus CHAR(1) NOT NULL,"
                    + " l_shipdate DATE NOT NULL, l_commitdate DATE NOT NULL, l_receiptdate DATE NOT NULL,"
                    + " l_shipinstruct CHAR(25) NOT NULL, l_shipmode CHAR(10) NOT NULL,"
                    + " l_comment VARCHAR(44) NOT NULL, PRIMARY KEY (l_orderkey, l_linenumber))");

    private static final List<String> REGIONS = List.of("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");
    private static final List<String> NATIONS = List.of(
            "ALGERIA 0",
            "ARGENTINA 1",
            "BRAZIL 1",
            "CANADA 1",
            "EGYPT 4",
            "ETHIOPIA 0",
            "FRANCE 3",
            "GERMANY 3",
            "INDIA 2",
            "INDONESIA 2",
            "IRAN 4",
            "IRAQ 4",
            "JAPAN 2",
            "JORDAN 4",
            "KENYA 0",
            "MOROCCO 0",
            "MOZAMBIQUE 0",
            "PERU 1",
            "CHINA 2",
            "ROMANIA 3",
            "SAUDI ARABIA 4",
            "VIETNAM 2",
            "RUSSIA 3",
            "UNITED KINGDOM 3",
            "UNITED STATES 1");
    private static final List<String> COLORS = List.of(
            "almond",
            "antique",
            "aquamarine",
            "azure",
            "beige",
            "bisque",
            "black",
            "blanched",
            "blue",
            "blush",
            "brown",
            "burlywood",
            "burnished",
            "chartreuse",
            "chiffon",
            "chocolate",
            "coral",
            "cornflower",
            "cornsilk",
            "cream",
            "cyan",
            "dark",
            "deep",
            "dim",
            "dodger",
            "drab",
            "firebrick",
            "floral",
            "forest",
            "frosted",
            "gainsboro",
            "ghost",
            "goldenrod",
            "green",
            "grey",
            "honeydew",
            "hot",
            "indian",
            "ivory",
            "khaki",
            "lace",
            "lavender",
            "lawn",
            "lemon",
            "light",
            "lime",
            "linen",
            "magenta",
            "maroon",
            "medium",
            "metallic",
            "midnight",
            "mint",
            "misty",
            "moccasin",
            "navajo",
            "navy",
            "olive",
            "orange",
            "orchid",
            "pale",
            "papaya",
            "peach",
            "peru",
            "pink",
            "plum",
            "powder",
            "puff",
            "purple",
            "red",
            "rose",
            "rosy",
            "royal",
            "saddle",
            "salmon",
            "sandy",
            "seashell",
            "sienna",
            "sky",
            "slate",
            "smoke",
            "snow",
            "spring",
            "steel",
            "tan",
            "thistle",
            "tomato",
            "turquoise",
            "violet",
            "wheat",
            "white",
            "yellow");
    private static final List<String> SIZES = List.of("STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO");
    private static final List<String> FINISHES = List.of("ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED");
    private static final List<String> METALS = List.of("TIN", "NICKEL", "BRASS", "STEEL", "COPPER");
    private static final List<String> CONTAINERS = List.of("SM", "LG", "MED", "JUMBO", "WRAP");
    private static final List<String> PACKAGES = List.of("CASE", "BOX", "BAG", "JAR", "PKG", "PACK", "CAN", "DRUM");
    private static final List<String> SEGMENTS =
            List.of("AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD");
    private static final List<String> PRIORITIES =
            List.of("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW");
    private static final List<String> INSTRUCTIONS =
            List.of("DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN");
    private static final List<String> MODES = List.of("REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB");
    private static final List<String> WORDS = List.of(
            "special",
            "requests",
            "packages",
            "deposits",
            "accounts",
            "furiously",
            "carefully",
            "quickly",
            "final",
            "regular",
            "express",
            "ironic",
            "pending",
            "bold",
            "even",
            "silent",
            "sleep",
            "haggle",
            "wake",
            "among");
    private static final LocalDate FIRST = LocalDate.of(1992, 1, 1);
    private static final LocalDate NOW = LocalDate.of(1995, 6, 17);
    private static final int ORDER_DAYS = 2_406 - 151;
    private static final int BATCH = 1_000;

    private final Random random = new Random(19);
    private final double scale;

    /** @param scale 1 is a gigabyte */
    TpchTables(double scale) {
        this.scale = scale;
    }

    /** Where the rows are: what is large and customers over four data nodes, all else in both data sources. */
    static String rules() {
        return """
                rules:
                  - !SHARDING
                    autoTables:
                      orders:
                        actualDataSources: ds_0,ds_1
                        shardingStrategy: {standard: {shardingColumn: o_orderkey, shardingAlgorithmName: by_remainder}}
                      lineitem:
                        actualDataSources: ds_0,ds_1
                        shardingStrategy: {standard: {shardingColumn: l_orderkey, shardingAlgorithmName: by_remainder}}
                      customer:
                        actualDataSources: ds_0,ds_1
                        shardingStrategy: {standard: {shardingColumn: c_custkey, shardingAlgorithmName: by_remainder}}
                    bindingTables:
                      - orders, lineitem
                    shardingAlgorithms:
                      by_remainder: {type: MOD, props: {sharding-count: 4}}
                  - !BROADCAST
                    tables: [region, nation, supplier, part, partsupp]
                """;
    }

    /** Makes the tables and their rows. */
    void fill(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            try (Statement statement = connection.createStatement()) {
                for (String definition : DEFINITIONS) {
                    statement.execute(definition);
                }
            }
            places(connection);
            parts(connection);
            customersAndOrders(connection);
        }
    }

    private int count(int atScaleOne) {
        return Math.max(1, (int) Math.round(atScaleOne * scale));
    }

    private void places(Connection connection) throws SQLException {
        try (Rows rows = new Rows(connection, "region", 3)) {
            for (int i = 0; i < REGIONS.size(); i++) {
                rows.add(i, REGIONS.get(i), text(10));
            }
        }
        try (Rows rows = new Rows(connection, "nation", 4)) {
            for (int i = 0; i < NATIONS.size(); i++) {
                String nation = NATIONS.get(i);
                int end = nation.lastIndexOf(' ');
                rows.add(i, nation.substring(0, end), Integer.valueOf(nation.substring(end + 1)), text(10));
            }
        }
        try (Rows rows = new Rows(connection, "supplier", 7)) {
            for (int i = 1; i <= count(10_000); i++) {
                int nation = random.nextInt(NATIONS.size());
                String comment = i % 25 == 0 ? text(3) + " Customer " + text(1) + " Complaints" : text(8);
                rows.add(i, named("Supplier", i), text(3), nation, phone(nation), money(-99_999, 999_999), comment);
            }
        }
    }

    private void parts(Connection connection) throws SQLException {
        int suppliers = count(10_000);
        int parts = count(200_000);
        try (Rows rows = new Rows(connection, "part", 9)) {
            for (int i = 1; i <= parts; i++) {
                int maker = 1 + random.nextInt(5);
                rows.add(
                        i,
                        String.join(" ", one(COLORS), one(COLORS), one(COLORS), one(COLORS), one(COLORS)),
                        "Manufacturer#" + maker,
                        "Brand#" + maker + (1 + random.nextInt(5)),
                        one(SIZES) + " " + one(FINISHES) + " " + one(METALS),
                        1 + random.nextInt(50),
                        one(CONTAINERS) + " " + one(PACKAGES),
                        price(i),
                        text(2));
            }
        }
        try (Rows rows = new Rows(connection, "partsupp", 5)) {
            for (int i = 1; i <= parts; i++) {
                for (int k = 0; k < 4; k++) {
                    rows.add(i, supplier(i, k, suppliers), 1 + random.nextInt(9_999), money(100, 100_000), text(12));
                }
            }
        }
    }

    /** The k-th of the four suppliers of a part. */
    private static int supplier(int part, int k, int suppliers) {
        return (part + k * (suppliers / 4 + (part - 1) / suppliers)) % suppliers + 1;
    }

    private static BigDecimal price(int part) {
        return BigDecimal.valueOf(90_000L + part / 10 % 20_001 + 100L * (part % 1_000), 2);
    }

    private void customersAndOrders(Connection connection) throws SQLException {
        int customers = count(150_000);
        try (Rows rows = new Rows(connection, "customer", 8)) {
            for (int i = 1; i <= customers; i++) {
                int nation = random.nextInt(NATIONS.size());
                rows.add(
                        i,
                        named("Customer", i),
                        text(3),
                        nation,
                        phone(nation),
                        money(-99_999, 999_999),
                        one(SEGMENTS),
                        text(9));
            }
        }
        try (Rows orders = new Rows(connection, "orders", 9);
                Rows lines = new Rows(connection, "lineitem", 16)) {
            for (int i = 0; i < count(1_500_000); i++) {
                // the keys have gaps, and a third of the customers order nothing
                int key = i / 8 * 32 + i % 8 + 1;
                int customer = 1 + random.nextInt(customers);
                while (customer % 3 == 0) {
                    customer = 1 + random.nextInt(customers);
                }
                order(key, customer, orders, lines);
            }
        }
    }

    private void order(int key, int customer, Rows orders, Rows lines) throws SQLException {
        LocalDate ordered = FIRST.plusDays(random.nextInt(ORDER_DAYS));
        int count = 1 + random.nextInt(7);
        int open = 0;
        BigDecimal total = BigDecimal.ZERO;
        for (int line = 1; line <= count; line++) {
            int part = 1 + random.nextInt(count(200_000));
            int quantity = 1 + random.nextInt(50);
            BigDecimal price = price(part).multiply(BigDecimal.valueOf(quantity));
            LocalDate shipped = ordered.plusDays(1 + random.nextInt(121));
            LocalDate received = shipped.plusDays(1 + random.nextInt(30));
            boolean isOpen = shipped.isAfter(NOW);
            open += isOpen ? 1 : 0;
            total = total.add(price);
            lines.add(
                    key,
                    part,
                    supplier(part, random.nextInt(4), count(10_000)),
                    line,
                    BigDecimal.valueOf(quantity),
                    price,
                    BigDecimal.valueOf(random.nextInt(11), 2),
                    BigDecimal.valueOf(random.nextInt(9), 2),
                    received.isAfter(NOW) ? "N" : random.nextBoolean() ? "R" : "A",
                    isOpen ? "O" : "F",
                    shipped,
                    ordered.plusDays(30 + random.nextInt(61)),
                    received,
                    one(INSTRUCTIONS),
                    one(MODES),
                    text(3));
        }
        orders.add(
                key,
                customer,
                open == 0 ? "F" : open == count ? "O" : "P",
                total,
                ordered,
                one(PRIORITIES),
                named("Clerk", 1 + random.nextInt(count(1_000))),
                0,
                text(6));
    }

    private String one(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private String text(int words) {
        StringBuilder text = new StringBuilder(one(WORDS));
        for (int i = 1; i < words; i++) {
            text.append(' ').append(one(WORDS));
        }
        return text.toString();
    }

    private String phone(int nation) {
        return String.format(
                Locale.ROOT,
                "%d-%03d-%03d-%04d",
                10 + nation,
                100 + random.nextInt(900),
                100 + random.nextInt(900),
                1_000 + random.nextInt(9_000));
    }

    private BigDecimal money(int least, int most) {
        return BigDecimal.valueOf(least + random.nextInt(most - least), 2);
    }

    private static String named(String what, int number) {
        return String.format(Locale.ROOT, "%s#%09d", what, number);
    }

    /** Inserts rows in batches. */
    private static final class Rows implements AutoCloseable {
        private final PreparedStatement insert;
        private final List<Object[]> waiting = new ArrayList<>();

        Rows(Connection connection, String table, int columns) throws SQLException {
            insert = connection.prepareStatement(
                    "INSERT INTO " + table + " VALUES (" + "?, ".repeat(columns - 1) + "?)");
        }

        void add(Object... row) throws SQLException {
            waiting.add(row);
            if (waiting.size() == BATCH) {
                flush();
            }
        }

        private void flush() throws SQLException {
            for (Object[] row : waiting) {
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(i + 1, row[i]);
                }
                insert.addBatch();
            }
            insert.executeBatch();
            waiting.clear();
        }

        @Override
        public void close() throws SQLException {
            flush();
            insert.close();
        }
    }
}

package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.sql.DataSource;

/**
 * An OLTP scenario of sysbench: one table, keys of equal chance.
 *
 * @param rows from id 1
 */
record Sysbench(Scenario scenario, int rows) implements Workload {
    static final String TABLE = "sbtest";

    private static final int BATCH = 1000;
    private static final long CONTENTS_SEED = 20_261_121;

    /** What one transaction does; sysbench's numbers of statements. */
    enum Scenario {
        POINT_SELECT,
        READ_ONLY,
        WRITE_ONLY,
        READ_WRITE,
        UPDATE_INDEX,
        UPDATE_NON_INDEX,
        DELETE;

        /** With blanks. */
        String title() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    @Override
    public String name() {
        return "sysbench " + scenario.title();
    }

    @Override
    public String size() {
        return "sysbench: a table of " + rows + " rows";
    }

    @Override
    public String tables() {
        return "sysbench";
    }

    @Override
    public List<String> kinds() {
        return List.of(scenario.title());
    }

    @Override
    public boolean hasOneKey() {
        return switch (scenario) {
            case POINT_SELECT, UPDATE_INDEX, UPDATE_NON_INDEX, DELETE -> true;
            case READ_ONLY, WRITE_ONLY, READ_WRITE -> false;
        };
    }

    @Override
    public String rules() {
        return "rules:\n  - !SHARDING\n    autoTables:\n" + Layout.table(TABLE, "id") + Layout.ALGORITHM;
    }

    @Override
    public void create(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + TABLE + " (id INTEGER NOT NULL PRIMARY KEY, k INTEGER NOT NULL,"
                    + " c CHAR(120) NOT NULL, pad CHAR(60) NOT NULL)");
            statement.execute("CREATE INDEX k_1 ON " + TABLE + " (k)");
        }
        renew(dataSource);
    }

    @Override
    public void renew(DataSource dataSource) throws SQLException {
        Random random = new Random(CONTENTS_SEED);
        try (Connection connection = dataSource.getConnection()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("TRUNCATE TABLE " + TABLE);
            }
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(SysbenchTerminal.INSERT)) {
                for (int id = 1; id <= rows; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, 1 + random.nextInt(rows));
                    insert.setString(3, digits(random, 10));
                    insert.setString(4, digits(random, 5));
                    insert.addBatch();
                    if (id % BATCH == 0 || id == rows) {
                        insert.executeBatch();
                    }
                }
            }
            connection.commit();
        }
    }

    /** Groups of eleven digits. */
    static String digits(Random random, int groups) {
        StringBuilder text = new StringBuilder(groups * 12);
        for (int group = 0; group < groups; group++) {
            if (group > 0) {
                text.append('-');
            }
            for (int i = 0; i < 11; i++) {
                text.append((char) ('0' + random.nextInt(10)));
            }
        }
        return text.toString();
    }

    @Override
    public Terminal terminal(DataSource dataSource, int number, long seed) {
        return new SysbenchTerminal(dataSource, this, new Random(seed + number));
    }

    @Override
    public List<String> check(List<DataNode> nodes) throws SQLException {
        List<String> wrong = new ArrayList<>();
        long count = 0;
        for (DataNode node : nodes) {
            String table = TABLE + node.suffix();
            try (Connection connection = node.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                count += number(statement, "SELECT COUNT(*) FROM " + table);
                if (!node.suffix().isEmpty()) {
                    long strangers = number(
                            statement,
                            "SELECT COUNT(*) FROM " + table + " WHERE MOD(id, " + Layout.TABLES + ") <> "
                                    + node.suffix().substring(1));
                    if (strangers > 0) {
                        wrong.add(table + " has " + strangers + " rows of other tables");
                    }
                }
            }
        }
        boolean right = scenario == Scenario.DELETE ? count < rows : count == rows;
        if (!right) {
            wrong.add("there are " + count + " rows, loaded were " + rows);
        }
        return wrong;
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }
}

package org.shardingjdbc.engine.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.Merger;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;

/** What the result sets do beside handing values through. */
class ResultSetsTest {
    private static final LogicNames ONE_LOGIC_TABLE = new LogicNames() {
        @Override
        public String table(String actualTable) {
            return actualTable.equals("T_0") ? "T" : actualTable;
        }

        @Override
        public String schema(String actualSchema) {
            return actualSchema;
        }

        @Override
        public String catalog(String actualCatalog) {
            return "LOGIC";
        }
    };

    private Connection connection;
    private Statement statement;
    private final List<ResultSet> closed = new ArrayList<>();
    private final ResultOwner owner = new ResultOwner() {
        @Override
        public Statement statement() {
            return statement;
        }

        @Override
        public void closed(ResultSet result) {
            closed.add(result);
        }
    };

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        statement = connection.createStatement();
        statement.execute("CREATE TABLE t_0 (id INT, name VARCHAR(9))");
        statement.execute("INSERT INTO t_0 VALUES (1, 'a'), (2, NULL)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private ResultSet query(String sql) throws SQLException {
        return connection
                .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)
                .executeQuery(sql);
    }

    private MergedResultSet merged(int derivedColumns, String... queries) throws SQLException {
        List<ResultSet> shards = new ArrayList<>();
        for (String sql : queries) {
            shards.add(query(sql));
        }
        return new MergedResultSet(
                owner,
                shards,
                Merger.merge(MergePlan.CONCATENATE, shards, MergeBounds.NONE, new Object[0], Dialects.H2),
                derivedColumns,
                Dialects.H2,
                ONE_LOGIC_TABLE);
    }

    private static void assertState(String sqlState, Call call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                .isEqualTo(sqlState));
    }

    private interface Call {
        void run() throws SQLException;
    }

    @Test
    void mergedRowsAreReadByIndexAndByLabelOfAnyCase() throws SQLException {
        ResultSet rows = merged(0, "SELECT id, name FROM t_0", "SELECT 3 AS id, 'c' AS name");
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt("ID")).isEqualTo(1);
        assertThat(rows.getString("name")).isEqualTo("a");
        assertThat(rows.wasNull()).isFalse();
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(2)).isNull();
        assertThat(rows.wasNull()).isTrue();
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1, Long.class)).isEqualTo(3L);
        assertThat(rows.next()).isFalse();
        assertThat(rows.next()).isFalse();
    }

    @Test
    void derivedColumnsAreHidden() throws SQLException {
        ResultSet rows = merged(1, "SELECT id, name AS derived FROM t_0");
        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(1);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
        assertState("07009", () -> rows.getString(2));
        assertState("42703", () -> rows.getString("derived"));
        assertState("07009", () -> rows.getMetaData().getColumnLabel(2));
        assertState("07009", () -> rows.getInt(0));
    }

    @Test
    void metadataShowsLogicNames() throws SQLException {
        ResultSetMetaData metaData = merged(0, "SELECT id, name FROM t_0").getMetaData();
        assertThat(metaData.getTableName(1)).isEqualTo("T");
        assertThat(metaData.getCatalogName(1)).isEqualTo("LOGIC");
        assertThat(metaData.getColumnLabel(2)).isEqualTo("NAME");
        assertThat(metaData.getColumnType(1)).isEqualTo(Types.INTEGER);
    }

    @Test
    void theCursorKnowsWhereItStands() throws SQLException {
        ResultSet rows = merged(0, "SELECT id FROM t_0");
        assertThat(rows.isBeforeFirst()).isTrue();
        assertThat(rows.getRow()).isZero();
        assertState("24000", () -> rows.getInt(1));
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
        assertThat(rows.isBeforeFirst()).isFalse();
        assertThat(rows.isFirst()).isTrue();
        assertThat(rows.getRow()).isEqualTo(1);
        assertThat(rows.next()).isTrue();
        assertThat(rows.isFirst()).isFalse();
        assertThat(rows.isAfterLast()).isFalse();
        assertThat(rows.next()).isFalse();
        assertThat(rows.isAfterLast()).isTrue();
        assertThat(rows.getRow()).isZero();
        assertState("24000", () -> rows.getInt(1));
    }

    @Test
    void anEmptyResultIsNeitherBeforeItsFirstRowNorAfterItsLast() throws SQLException {
        ResultSet rows = merged(0, "SELECT id FROM t_0 WHERE FALSE");
        assertThat(rows.isBeforeFirst()).isFalse();
        assertThat(rows.next()).isFalse();
        assertThat(rows.isAfterLast()).isFalse();
        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(1);
    }

    @Test
    void scrollingAndUpdatingMergedRowsIsRefusedWithAReason() throws SQLException {
        ResultSet rows = merged(0, "SELECT id FROM t_0");
        assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
        assertThat(rows.getConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
        for (Call call : List.<Call>of(
                rows::previous,
                rows::first,
                rows::beforeFirst,
                () -> rows.absolute(1),
                rows::isLast,
                () -> rows.updateInt(1, 2),
                () -> rows.updateString("ID", "2"),
                rows::insertRow,
                rows::deleteRow,
                rows::getCursorName)) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessageContaining("ResultSet.");
        }
    }

    @Test
    void closingTellsTheOwnerOnceAndEndsReading() throws SQLException {
        ResultSet rows = merged(0, "SELECT id FROM t_0");
        assertThat(rows.getStatement()).isSameAs(statement);
        assertThat(rows.next()).isTrue();
        rows.close();
        rows.close();
        assertThat(closed).containsExactly(rows);
        assertThat(rows.isClosed()).isTrue();
        assertState("24000", rows::next);
        assertState("24000", () -> rows.getInt(1));
        assertState("24000", rows::getMetaData);
        assertState("24000", rows::wasNull);
        assertState("24000", () -> rows.findColumn("id"));
    }

    @Test
    void computedValuesAreConverted() throws SQLException {
        List<ResultSet> shards =
                List.of(query("SELECT SUM(id), COUNT(*) FROM t_0"), query("SELECT SUM(id), COUNT(*) FROM t_0"));
        Grouping grouping = new Grouping(
                List.of(),
                List.of(
                        new Aggregate(AggregateKind.SUM, 1, 0, 0, ValueOrder.BY_TYPE),
                        new Aggregate(AggregateKind.COUNT, 2, 0, 0, ValueOrder.BY_TYPE)),
                true);
        MergePlan plan = MergePlan.grouped(grouping, List.of());
        ResultSet rows = new MergedResultSet(
                owner,
                shards,
                Merger.merge(plan, shards, MergeBounds.NONE, new Object[0], Dialects.H2),
                0,
                Dialects.H2,
                LogicNames.AS_THEY_ARE);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1)).isEqualTo(6L);
        assertThat(rows.getInt(1)).isEqualTo(6);
        assertThat(rows.getString(1)).isEqualTo("6");
        assertThat(rows.getBigDecimal(1)).isEqualTo(new BigDecimal("6"));
        assertThat(rows.getDouble(2)).isEqualTo(4.0);
        assertThat(rows.getObject(2, Integer.class)).isEqualTo(4);
        assertThat(rows.getBoolean(2)).isTrue();
        assertThat(rows.wasNull()).isFalse();
        assertThatThrownBy(() -> rows.getDate(1)).isInstanceOf(SQLDataException.class);
    }

    @Test
    void aShardsOwnResultCanDoWhatTheDriverCan() throws SQLException {
        ResultSet shard = query("SELECT id, name FROM t_0");
        ShardResultSet rows = new ShardResultSet(shard, owner, ONE_LOGIC_TABLE);
        assertThat(rows.last()).isTrue();
        assertThat(rows.getRow()).isEqualTo(2);
        assertThat(rows.absolute(1)).isTrue();
        assertThat(rows.getString("name")).isEqualTo("a");
        assertThat(rows.getStatement()).isSameAs(statement);
        assertThat(rows.getMetaData().getTableName(1)).isEqualTo("T");
        assertThat(rows.unwrap(org.h2.jdbc.JdbcResultSet.class)).isSameAs(shard);
        assertThat(rows.isWrapperFor(org.h2.jdbc.JdbcResultSet.class)).isTrue();
        assertThat(rows.unwrap(ResultSet.class)).isSameAs(rows);
        rows.close();
        rows.close();
        assertThat(closed).containsExactly(rows);
        assertThat(rows.isClosed()).isTrue();
        assertState("24000", rows::getStatement);
    }

    @Test
    void localRowsHaveColumnsOfTheirOwn() throws SQLException {
        List<LocalColumn> columns = List.of(
                LocalColumn.text("actual_sql"),
                new LocalColumn("rows", JDBCType.BIGINT),
                new LocalColumn("day", JDBCType.DATE),
                new LocalColumn("flag", JDBCType.BOOLEAN));
        List<Object[]> values = List.of(
                new Object[] {"SELECT 1", 7L, LocalDate.of(2024, 2, 29), true}, new Object[] {null, null, null, null});
        LocalResultSet rows = new LocalResultSet(owner, columns, values, Dialects.POSTGRESQL);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString("ACTUAL_SQL")).isEqualTo("SELECT 1");
        assertThat(rows.getInt("rows")).isEqualTo(7);
        assertThat(rows.getDate(3)).isEqualTo(java.sql.Date.valueOf("2024-02-29"));
        assertThat(rows.getObject(3, LocalDateTime.class)).isEqualTo(LocalDateTime.of(2024, 2, 29, 0, 0));
        assertThat(rows.getString(4)).isEqualTo("t");
        assertThat(rows.getShort(4)).isEqualTo((short) 1);
        assertState("22018", () -> rows.getInt(1));
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(2)).isZero();
        assertThat(rows.wasNull()).isTrue();
        assertThat(rows.getObject(3, LocalDate.class)).isNull();
        assertThat(rows.next()).isFalse();
        assertThat(rows.getMetaData().getColumnTypeName(2)).isEqualTo("BIGINT");
        assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo("java.lang.String");
        assertState("42703", () -> rows.findColumn("nothing"));
    }

    @Test
    void numbersThatDoNotFitAreAnError() throws SQLException {
        LocalResultSet rows = new LocalResultSet(
                ResultOwner.NONE,
                List.of(new LocalColumn("n", JDBCType.BIGINT), new LocalColumn("d", JDBCType.DECIMAL)),
                List.of(new Object[][] {{5_000_000_000L, new BigDecimal("1e30")}}),
                Dialects.MYSQL);
        assertThat(rows.next()).isTrue();
        assertState("22003", () -> rows.getInt(1));
        assertState("22003", () -> rows.getByte(1));
        assertState("22003", () -> rows.getLong(2));
        assertThat(rows.getLong(1)).isEqualTo(5_000_000_000L);
        assertThat(rows.getString(2)).isEqualTo("1000000000000000000000000000000");
    }
}

package org.shardingjdbc.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.ResultColumn;
import org.shardingjdbc.testkit.oracle.internal.judge.Judge;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement.Kind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;

class JudgeTest {
    private static final ResultColumn NUMBER = column("n", Types.INTEGER, "INTEGER", "java.lang.Integer");
    private static final ResultColumn TEXT = column("t", Types.VARCHAR, "VARCHAR", "java.lang.String");
    private static final Outcome FAILURE = new Outcome.Failure(new SQLException("no such column", "42S22", 1054));
    private static final Outcome REFUSAL =
            new Outcome.Failure(new SQLException("SHD-4101: not on one data node", "0A000", 4101));

    private final Judge h2 = new Judge(schema(DatabaseKind.H2, "VARCHAR(10)"));
    private final Judge mariaDb = new Judge(schema(DatabaseKind.MARIADB, "VARCHAR(10) COLLATE utf8mb4_general_ci"));

    private static SchemaModel schema(DatabaseKind kind, String text) {
        ColumnModel id = new ColumnModel("id", ColumnKind.INTEGER, false, "INT", List.of("1"));
        ColumnModel name = new ColumnModel("name", ColumnKind.TEXT, true, text, List.of("'a'"));
        TableModel table =
                new TableModel("orders", TableRole.SHARDED, List.of("id"), -1, List.of(id, name), List.of("id"));
        return new SchemaModel(kind, List.of(table));
    }

    private static ResultColumn column(String label, int type, String typeName, String className) {
        return new ResultColumn(label, type, typeName, className, 10, 0, ResultSetMetaData.columnNullable);
    }

    private static Outcome rows(ResultColumn column, Object... values) {
        return new Outcome.Rows(
                List.of(column), Arrays.stream(values).map(Arrays::asList).toList());
    }

    private static GeneratedStatement unordered(String sql) {
        return new GeneratedStatement(sql, List.of(), false, List.of(), false);
    }

    private static GeneratedStatement ordered() {
        return new GeneratedStatement("SELECT", List.of(), false, List.of(), true);
    }

    private Kind judge(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        return h2.judge(statement, plain, sharded).kind();
    }

    @Test
    void rowsMayComeInAnyOrderUnlessTheStatementPromisesOne() {
        Outcome one = rows(NUMBER, 1, 2, 2);
        Outcome other = rows(NUMBER, 2, 1, 2);
        assertThat(judge(unordered("SELECT"), one, other)).isEqualTo(Kind.SAME);
        assertThat(judge(ordered(), one, other)).isEqualTo(Kind.DIFFERENT);
        assertThat(judge(ordered(), one, one)).isEqualTo(Kind.SAME);
    }

    @Test
    void missingDoubledAndOtherRowsDiffer() {
        Outcome plain = rows(NUMBER, 1, 2, 2);
        assertThat(judge(unordered("SELECT"), plain, rows(NUMBER, 1, 2))).isEqualTo(Kind.DIFFERENT);
        assertThat(judge(unordered("SELECT"), plain, rows(NUMBER, 1, 1, 2))).isEqualTo(Kind.DIFFERENT);
        assertThat(judge(unordered("SELECT"), plain, rows(NUMBER, 1, 2, 3))).isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void labelsAndTypesDiffer() {
        ResultColumn labelled = column("m", Types.INTEGER, "INTEGER", "java.lang.Integer");
        ResultColumn wider = column("n", Types.BIGINT, "BIGINT", "java.lang.Long");
        assertThat(judge(unordered("SELECT"), rows(NUMBER), rows(labelled))).isEqualTo(Kind.DIFFERENT);
        assertThat(judge(unordered("SELECT"), rows(NUMBER), rows(wider))).isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void countsAndKeysDiffer() {
        Outcome.Rows keys = (Outcome.Rows) rows(NUMBER, 7);
        Outcome plain = new Outcome.Count(1, keys);
        assertThat(judge(unordered("INSERT"), plain, new Outcome.Count(1, keys)))
                .isEqualTo(Kind.SAME);
        assertThat(judge(unordered("INSERT"), plain, new Outcome.Count(2, keys)))
                .isEqualTo(Kind.DIFFERENT);
        assertThat(judge(unordered("INSERT"), plain, new Outcome.Count(1, (Outcome.Rows) rows(NUMBER, 8))))
                .isEqualTo(Kind.DIFFERENT);
        assertThat(judge(unordered("INSERT"), plain, rows(NUMBER, 7))).isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void refusalIsNotADifferenceAndAFailureIs() {
        Judgement refused = h2.judge(ordered(), rows(NUMBER, 1), REFUSAL);
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.code()).isEqualTo(4101);
        assertThat(judge(ordered(), rows(NUMBER, 1), FAILURE)).isEqualTo(Kind.DIFFERENT);
        Outcome late = new Outcome.Failure(new SQLException("SHD-5302: not known how they compare", "0A000", 5302));
        assertThat(judge(ordered(), rows(NUMBER, 1), late)).isEqualTo(Kind.DIFFERENT);
        Outcome foreign = new Outcome.Failure(new SQLException("of the server", "HY000", 4101));
        assertThat(judge(ordered(), rows(NUMBER, 1), foreign)).isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void refusalsThatADriverTellsOfAreRefusals() {
        for (String before : List.of("ERROR: ", "(conn=1234) ", "")) {
            SQLException told = new SQLException(before + "SHD-4101: not on one data node", "HYC00", 0);
            Judgement judgement = h2.judge(ordered(), rows(NUMBER, 1), new Outcome.Failure(told));
            assertThat(judgement.kind()).isEqualTo(Kind.REFUSED);
            assertThat(judgement.code()).isEqualTo(4101);
        }
        SQLException quoted = new SQLException("the server does not know the word SHD-4101", "HY000", 0);
        assertThat(judge(ordered(), rows(NUMBER, 1), new Outcome.Failure(quoted)))
                .isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void bothMustFailOrNeither() {
        assertThat(judge(ordered(), FAILURE, FAILURE)).isEqualTo(Kind.INVALID);
        assertThat(judge(ordered(), FAILURE, REFUSAL)).isEqualTo(Kind.INVALID);
        assertThat(judge(ordered(), FAILURE, rows(NUMBER, 1))).isEqualTo(Kind.LAXER);
    }

    @Test
    void whatH2WroteItselfAndRefusesIsNoLaxity() {
        String own = "Invalid value \"0\"; SQL statement:\nSELECT\n    \"ID\"\nFROM \"ORDERS\" [90008-240]";
        Outcome ofOwnText = new Outcome.Failure(new SQLException(own, "90008", 90_008));
        assertThat(judge(ordered(), ofOwnText, rows(NUMBER, 1))).isEqualTo(Kind.INVALID);
        String sent = "Invalid value \"0\"; SQL statement:\nSELECT id FROM orders [90008-240]";
        Outcome ofTextSent = new Outcome.Failure(new SQLException(sent, "90008", 90_008));
        assertThat(judge(ordered(), ofTextSent, rows(NUMBER, 1))).isEqualTo(Kind.LAXER);
    }

    @Test
    void anyOfTextsThatTheCollationCallsEqualMayStandForAGroup() {
        GeneratedStatement grouped = unordered("SELECT name FROM orders GROUP BY name");
        Outcome one = rows(TEXT, "Ann");
        Outcome other = rows(TEXT, "ann ");
        assertThat(mariaDb.judge(grouped, one, other).kind()).isEqualTo(Kind.SAME);
        assertThat(h2.judge(grouped, one, other).kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(mariaDb.judge(unordered("SELECT name FROM orders"), one, other)
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void computedTextOfMariaDbMayBeCharOrVarcharAndThatOfAColumnMayNot() {
        ResultColumn computedChar = column("c1", Types.CHAR, "CHAR", "java.lang.String");
        ResultColumn computedVarchar = column("c1", Types.VARCHAR, "VARCHAR", "java.lang.String");
        GeneratedStatement statement = unordered("SELECT NULLIF(code, 'a') AS c1 FROM orders");
        assertThat(mariaDb.judge(statement, rows(computedChar, "b"), rows(computedVarchar, "b"))
                        .kind())
                .isEqualTo(Kind.SAME);
        assertThat(h2.judge(statement, rows(computedChar, "b"), rows(computedVarchar, "b"))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
        ResultColumn ownChar = column("NAME", Types.CHAR, "CHAR", "java.lang.String");
        ResultColumn ownVarchar = column("NAME", Types.VARCHAR, "VARCHAR", "java.lang.String");
        assertThat(mariaDb.judge(statement, rows(ownChar, "b"), rows(ownVarchar, "b"))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void textOfMariaDbThatIsReadThroughAWindowMayBeCharOrVarchar() {
        ResultColumn ownChar = column("name", Types.CHAR, "CHAR", "java.lang.String");
        ResultColumn ownVarchar = column("name", Types.VARCHAR, "VARCHAR", "java.lang.String");
        String windowed = "SELECT d.name FROM (SELECT name, COUNT(*) OVER () AS w FROM orders) d";
        assertThat(mariaDb.judge(unordered(windowed), rows(ownChar, "b"), rows(ownVarchar, "b"))
                        .kind())
                .isEqualTo(Kind.SAME);
        String derived = "SELECT d.name FROM (SELECT name FROM orders) d";
        assertThat(mariaDb.judge(unordered(derived), rows(ownChar, "b"), rows(ownVarchar, "b"))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void wholeNumberOfMariaDbThatIsComputedFromADerivedTableMayBeIntegerOrBigint() {
        ResultColumn narrow = column("a1", Types.INTEGER, "INTEGER", "java.lang.Integer");
        ResultColumn wide = column("a1", Types.BIGINT, "BIGINT", "java.lang.Long");
        String derived = "SELECT MAX(d.c1) AS a1 FROM (SELECT CAST(1.5 AS SIGNED) AS c1 FROM orders) d";
        assertThat(mariaDb.judge(unordered(derived), rows(wide, 2L), rows(narrow, 2))
                        .kind())
                .isEqualTo(Kind.SAME);
        assertThat(mariaDb.judge(unordered(derived), rows(wide, 2L), rows(narrow, 3))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
        String plain = "SELECT COUNT(*) AS a1 FROM orders";
        assertThat(mariaDb.judge(unordered(plain), rows(wide, 2L), rows(narrow, 2))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void textOfMariaDbThatIsUnitedMayBeCharOrVarchar() {
        ResultColumn ownChar = column("name", Types.CHAR, "CHAR", "java.lang.String");
        ResultColumn ownVarchar = column("name", Types.VARCHAR, "VARCHAR", "java.lang.String");
        String united = "SELECT name FROM orders UNION ALL SELECT NULLIF(name, 'a') FROM orders";
        assertThat(mariaDb.judge(unordered(united), rows(ownChar, "b"), rows(ownVarchar, "b"))
                        .kind())
                .isEqualTo(Kind.SAME);
    }

    @Test
    void anyOfPaddedTextsOfPostgreSqlMayStandForAGroup() {
        Judge postgreSql = new Judge(schema(DatabaseKind.POSTGRESQL, "CHAR(4)"));
        ResultColumn padded = column("name", Types.CHAR, "bpchar", "java.lang.String");
        ResultColumn text = column("name", Types.VARCHAR, "varchar", "java.lang.String");
        GeneratedStatement united = unordered("SELECT code FROM orders UNION SELECT city FROM people");
        assertThat(postgreSql
                        .judge(united, rows(padded, "eve"), rows(padded, "eve  "))
                        .kind())
                .isEqualTo(Kind.SAME);
        assertThat(postgreSql
                        .judge(united, rows(padded, "eve"), rows(padded, "Eve"))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
        assertThat(postgreSql
                        .judge(united, rows(text, "eve"), rows(text, "eve  "))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
        GeneratedStatement all = unordered("SELECT code FROM orders");
        assertThat(postgreSql
                        .judge(all, rows(padded, "eve"), rows(padded, "eve  "))
                        .kind())
                .isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void emptyTextThatH2WritesItselfIsNobodysAnswer() {
        String own = "Invalid value \"0\"; SQL statement:\nSELECT 1 FROM T WHERE A = CAST('' AS VARCHAR_IGNORECASE(0))";
        Outcome failed = new Outcome.Failure(new SQLException(own, "90008", 90_008));
        assertThat(judge(ordered(), rows(NUMBER, 1), failed)).isEqualTo(Kind.INVALID);
        assertThat(judge(ordered(), failed, rows(NUMBER, 1))).isEqualTo(Kind.INVALID);
    }

    @Test
    void valueThatH2LooksUpInAnIndexTooNarrowForItIsNobodysAnswer() {
        Outcome failed = new Outcome.Failure(new SQLException("Numeric value out of range in column", "22004", 22_004));
        GeneratedStatement read = unordered("SELECT id FROM orders WHERE id IN (SELECT big FROM places)");
        assertThat(judge(read, rows(NUMBER), failed)).isEqualTo(Kind.INVALID);
        GeneratedStatement write = unordered("INSERT INTO orders (id) SELECT big FROM places");
        assertThat(judge(write, rows(NUMBER), failed)).isEqualTo(Kind.DIFFERENT);
    }

    @Test
    void mariaDbMayAnswerADeleteOfNothingWithRowsOrWithACount() {
        GeneratedStatement returning = unordered("DELETE FROM orders WHERE id IN (SELECT id FROM orders) RETURNING id");
        Outcome none = rows(NUMBER);
        Outcome zero = new Outcome.Count(0, null);
        assertThat(mariaDb.judge(returning, none, zero).kind()).isEqualTo(Kind.SAME);
        assertThat(mariaDb.judge(returning, rows(NUMBER, 1), zero).kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(mariaDb.judge(returning, none, new Outcome.Count(1, null)).kind())
                .isEqualTo(Kind.DIFFERENT);
        assertThat(mariaDb.judge(unordered("SELECT"), none, zero).kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(judge(returning, none, zero)).isEqualTo(Kind.DIFFERENT);
    }
}

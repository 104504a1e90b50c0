package org.shardingjdbc.plan.internal.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;

class SqlTemplateTest {
    private final NameQuoting names = new NameQuoting(Dialects.H2);

    @Test
    void tableNamesAreReplacedAndTheRestStays() {
        String sql = "SELECT * FROM t WHERE t = ?";
        SqlEdits edits = edits(sql);
        edits.replace(span(sql, "t WHERE", 1), new Piece.TableName(0, identifier(sql, "t WHERE", 1)));
        assertThat(render(edits, null)).isEqualTo("SELECT * FROM t_1 WHERE t = ? [0]");
    }

    @Test
    void aVersionCommentAtTheEndIsClosed() {
        String sql = "SELECT a FROM t /*! LIMIT 3 */ ";
        UnparsedStatement statement =
                new UnparsedStatement(new Span(0, sql.indexOf(" */")), List.of(), "", 1, 1, "", "", false, null);
        ParsedSql parsed = new ParsedSql(sql, statement, List.of(), List.of());
        assertThat(render(new SqlEdits(parsed, new NameQuoting(Dialects.MYSQL)), null))
                .isEqualTo("SELECT a FROM t /*! LIMIT 3 */ []");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/* all */",
                "-- all\n",
                "# all\n",
                "-- all\n/* of */ # them\n",
                "# */\n",
                "-- */\r all\n",
                "--\n"
            })
    void aCommentBeforeTheEndOfAVersionCommentDoesNotEndIt(String comment) {
        String sql = "SELECT a FROM t /*! LIMIT 3 " + comment + "*/";
        UnparsedStatement statement = new UnparsedStatement(
                new Span(0, sql.indexOf(" " + comment)), List.of(), "", 1, 1, "", "", false, null);
        ParsedSql parsed = new ParsedSql(sql, statement, List.of(), List.of());
        assertThat(render(new SqlEdits(parsed, new NameQuoting(Dialects.MYSQL)), null))
                .isEqualTo(sql + " []");
    }

    /** A comment that nests ends once; where nothing is run of comments none is open. */
    @Test
    void whatIsOpenBehindAStatementTheDialectTells() {
        String sql = "SELECT a FROM t /* b /* c */ */";
        UnparsedStatement statement =
                new UnparsedStatement(new Span(0, sql.indexOf(" /*")), List.of(), "", 1, 1, "", "", false, null);
        ParsedSql parsed = new ParsedSql(sql, statement, List.of(), List.of());
        assertThat(render(new SqlEdits(parsed, new NameQuoting(Dialects.POSTGRESQL)), null))
                .isEqualTo("SELECT a FROM t []");
    }

    @Test
    void commentsThatMySqlRunsEndOneAfterTheOther() {
        String sql = "/*! /*!40000 SELECT a FROM t */ -- b\n*/ # c";
        UnparsedStatement statement =
                new UnparsedStatement(new Span(0, sql.indexOf(" */")), List.of(), "", 1, 1, "", "", false, null);
        ParsedSql parsed = new ParsedSql(sql, statement, List.of(), List.of());
        assertThat(render(new SqlEdits(parsed, new NameQuoting(Dialects.MYSQL)), null))
                .isEqualTo("/*! /*!40000 SELECT a FROM t */ -- b\n*/ []");
    }

    @Test
    void dollarPlaceholdersBecomeQuestionMarksOfTheirIndex() {
        String sql = "SELECT $2, $1, $2";
        List<Parameter> parameters =
                List.of(parameter(sql, 7, 2, 1), parameter(sql, 11, 2, 0), parameter(sql, 15, 2, 1));
        assertThat(render(new SqlEdits(parsed(sql, parameters), names), null)).isEqualTo("SELECT ?, ?, ? [1, 0, 1]");
    }

    @Test
    void aUnitGetsItsElementsWithTheirParameters() {
        String sql = "a IN (?, ?, 3) AND b = ?";
        SqlEdits edits = edits(sql);
        edits.replace(
                new Span(6, 13), new Piece.Elements(0, List.of(new Span(6, 7), new Span(9, 10), new Span(12, 13))));
        assertThat(render(edits, new int[][] {{1, 2}})).isEqualTo("a IN (?, 3) AND b = ? [1, 2]");
        assertThat(render(edits, new int[][] {null})).isEqualTo("a IN (?, ?, 3) AND b = ? [0, 1, 2]");
        assertThat(render(edits, null)).isEqualTo("a IN (?, ?, 3) AND b = ? [0, 1, 2]");
    }

    @Test
    void listsWhoseElementsAreAlikeHaveOneTextForEachLength() {
        String sql = "a = ? AND b IN (?+?, ?+?, ?+?, ?+?) AND c = ?";
        SqlEdits edits = edits(sql);
        List<Span> spans = List.of(new Span(16, 19), new Span(21, 24), new Span(26, 29), new Span(31, 34));
        edits.replace(new Span(16, 34), new Piece.Elements(0, spans));
        SqlTemplate template = edits.template();
        assertThat(template.uniform()).isTrue();
        for (int chosen = 1; chosen < 16; chosen++) {
            int bits = chosen;
            int[][] elements = {
                IntStream.range(0, 4).filter(i -> (bits >> i & 1) == 1).toArray()
            };
            UnitSql unit = template.render(List.of("t"), List.of("t_1"), elements);
            assertThat(template.sources(elements)).isEqualTo(unit.sources());
            int[][] first = {IntStream.range(0, elements[0].length).toArray()};
            assertThat(template.render(List.of("t"), List.of("t_1"), first).sql())
                    .isEqualTo(unit.sql());
        }
        int[] all = template.render(List.of("t"), List.of("t_1"), null).sources();
        assertThat(template.sources(null)).isEqualTo(all);
        assertThat(template.sources(new int[][] {null})).isEqualTo(all);
    }

    @Test
    void listsWhoseElementsDifferHaveATextForEachChoice() {
        for (String list : List.of("?, 3", "1, 2", "?, ?+?", "?, -?", "?,  (?)")) {
            String sql = "a IN (" + list + ")";
            int comma = sql.indexOf(',');
            SqlEdits edits = edits(sql);
            Span rest = new Span(comma + 2, sql.length() - 1);
            edits.replace(new Span(6, sql.length() - 1), new Piece.Elements(0, List.of(new Span(6, comma), rest)));
            assertThat(edits.template().uniform()).as(list).isFalse();
        }
    }

    @Test
    void editsInsideOfElementsApplyToEachElement() {
        String sql = "VALUES (1), (?)";
        SqlEdits edits = edits(sql);
        edits.replace(new Span(7, 15), new Piece.Elements(0, List.of(new Span(7, 10), new Span(12, 15))));
        edits.insert(9, new Piece.Text(", "), new Piece.Placeholder(5));
        edits.insert(14, new Piece.Text(", "), new Piece.Placeholder(6));
        assertThat(render(edits, new int[][] {{1}})).isEqualTo("VALUES (?, ?) [0, 6]");
        assertThat(render(edits, new int[][] {{0, 1}})).isEqualTo("VALUES (1, ?), (?, ?) [5, 0, 6]");
    }

    @Test
    void aCopyBringsItsParametersAndEditsAlong() {
        String sql = "SELECT a FROM t ORDER BY t + ?";
        SqlEdits edits = edits(sql);
        edits.insert(8, new Piece.Text(", "), new Piece.Source(new Span(25, 30)), new Piece.Text(" AS d"));
        edits.replace(new Span(25, 26), new Piece.Text("x"));
        assertThat(render(edits, null)).isEqualTo("SELECT a, x + ? AS d FROM t ORDER BY x + ? [0, 0]");
    }

    @Test
    void madeNodesAreWrittenAroundThoseOfTheStatementWithTheirEdits() {
        Expression read = new ColumnReference(new Span(25, 30), List.of(), MadeNodes.name("t"));
        Expression made = MadeNodes.call("SUM", List.of(read), MadeNodes.equal(read, new Parameter(Span.NONE, 7)));
        SqlEdits edits = edits("SELECT a FROM t ORDER BY t + ?");
        edits.insert(8, new Piece.Text(", "), new Piece.Made(List.of(MadeNodes.item(made), MadeNodes.name("b"))));
        edits.replace(new Span(25, 26), new Piece.Text("x"));
        assertThat(render(edits, null))
                .isEqualTo("SELECT a, SUM(x + ?) FILTER (WHERE x + ? = ?), b FROM t ORDER BY x + ? [0, 0, 7, 0]");
    }

    @Test
    void whatIsInsertedBehindACopyIsNoPartOfIt() {
        String sql = "SELECT a FROM t ORDER BY b";
        SqlEdits edits = edits(sql);
        edits.insert(8, new Piece.Text(", "), new Piece.Source(new Span(25, 26)));
        edits.insert(26, ", c");
        assertThat(render(edits, null)).isEqualTo("SELECT a, b FROM t ORDER BY b, c []");
    }

    @Test
    void aReplacementMayContainWhatItReplaces() {
        String sql = "SELECT ? + 1";
        SqlEdits edits = edits(sql);
        edits.replace(new Span(7, 12), new Piece.Text("("), new Piece.Source(new Span(7, 12)), new Piece.Text(")"));
        assertThat(render(edits, null)).isEqualTo("SELECT (? + 1) [0]");
    }

    @Test
    void insertionsAtOnePlaceKeepTheirOrder() {
        SqlEdits edits = edits("ab");
        edits.insert(1, "1").insert(1, "2").insert(2, "3");
        assertThat(render(edits, null)).isEqualTo("a12b3 []");
    }

    @Test
    void computedValuesAndNullsForQuestions() {
        String sql = "LIMIT ?";
        SqlEdits edits = edits(sql);
        assertThat(render(edits.copy().nullParameters(), null)).isEqualTo("LIMIT NULL []");
        edits.replace(new Span(6, 7), Piece.Made.of(new Parameter(Span.NONE, -1)));
        assertThat(render(edits, null)).isEqualTo("LIMIT ? [-1]");
    }

    /**
     * Whatever is edited: the n-th question mark of the text is the n-th source, and sources of kept text are those of
     * the original.
     */
    @Test
    void parametersKeepTheirPlacesUnderRandomEdits() {
        Random random = new Random(20);
        for (int round = 0; round < 2000; round++) {
            checkRandomEdits(random);
        }
    }

    private void checkRandomEdits(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append(random.nextInt(4) == 0 ? '?' : (char) ('a' + random.nextInt(26)));
        }
        String sql = text.toString();
        SqlEdits edits = edits(sql);
        List<Integer> expected = new ArrayList<>();
        StringBuilder expectedText = new StringBuilder();
        int at = 0;
        while (at < sql.length()) {
            int stop = Math.min(sql.length(), at + 1 + random.nextInt(6));
            switch (random.nextInt(5)) {
                case 0 -> edits.delete(new Span(at, stop));
                case 1 -> {
                    edits.replace(
                            new Span(at, stop), new Piece.Text("<"), new Piece.Placeholder(99), new Piece.Text(">"));
                    expectedText.append("<?>");
                    expected.add(99);
                }
                case 2 -> {
                    Piece copy = new Piece.Source(new Span(at, stop));
                    edits.replace(new Span(at, stop), copy, new Piece.Text("|"), copy);
                    keep(sql, at, stop, expectedText, expected);
                    expectedText.append('|');
                    keep(sql, at, stop, expectedText, expected);
                }
                default -> keep(sql, at, stop, expectedText, expected);
            }
            at = stop;
        }
        assertThat(render(edits, null)).as(sql).isEqualTo(expectedText + " " + expected);
    }

    private static void keep(String sql, int start, int stop, StringBuilder text, List<Integer> sources) {
        for (int i = start; i < stop; i++) {
            text.append(sql.charAt(i));
            if (sql.charAt(i) == '?') {
                sources.add(
                        (int) sql.substring(0, i).chars().filter(c -> c == '?').count());
            }
        }
    }

    private SqlEdits edits(String sql) {
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < sql.length(); i++) {
            if (sql.charAt(i) == '?') {
                parameters.add(parameter(sql, i, 1, parameters.size()));
            }
        }
        return new SqlEdits(parsed(sql, parameters), names);
    }

    private static Parameter parameter(String sql, int start, int length, int index) {
        assertThat(sql.length()).isGreaterThanOrEqualTo(start + length);
        return new Parameter(new Span(start, start + length), index);
    }

    private static ParsedSql parsed(String sql, List<Parameter> parameters) {
        UnparsedStatement statement =
                new UnparsedStatement(new Span(0, sql.length()), List.of(), "", 1, 1, "", "", false, null);
        return new ParsedSql(sql, statement, parameters, List.of());
    }

    private static Span span(String sql, String at, int length) {
        int start = sql.indexOf(at);
        return new Span(start, start + length);
    }

    private static Identifier identifier(String sql, String at, int length) {
        Span span = span(sql, at, length);
        return new Identifier(span, span.of(sql), false);
    }

    private static String render(SqlEdits edits, int[][] elements) {
        UnitSql unit = edits.template().render(List.of("t"), List.of("t_1"), elements);
        List<Integer> sources = new ArrayList<>();
        for (int source : unit.sources()) {
            sources.add(source);
        }
        return unit.sql() + " " + sources;
    }
}

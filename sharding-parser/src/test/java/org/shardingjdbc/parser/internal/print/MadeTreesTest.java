package org.shardingjdbc.parser.internal.print;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.TreePrinter;

/** Trees that no text was read for. */
class MadeTreesTest {
    private static final Span NONE = Span.NONE;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            H2         | SELECT a, "b c" FROM t WHERE a IN (1, 'it''s \\', ?) LIMIT 10 OFFSET 5 FOR SHARE
            POSTGRESQL | SELECT a, "b c" FROM t WHERE a IN (1, 'it''s \\', ?) LIMIT 10 OFFSET 5 FOR SHARE
            OPENGAUSS  | SELECT a, "b c" FROM t WHERE a IN (1, 'it''s \\', ?) LIMIT 10 OFFSET 5 FOR SHARE
            MYSQL      | SELECT a, `b c` FROM t WHERE a IN (1, 'it''s \\\\', ?) LIMIT 10 OFFSET 5 LOCK IN SHARE MODE
            MARIADB    | SELECT a, `b c` FROM t WHERE a IN (1, 'it''s \\\\', ?) LIMIT 10 OFFSET 5 LOCK IN SHARE MODE
            SQL92      | SELECT a, "b c" FROM t WHERE a IN (1, 'it''s \\', ?) OFFSET 5 ROWS FETCH FIRST 10 ROWS ONLY FOR SHARE
            """)
    void selectInEachDialect(String name, String sql) {
        Dialect dialect = Dialects.named(name);
        List<Expression> values = List.of(number(1), text("it's \\"), new Parameter(NONE, 0));
        Select select = new Select(
                NONE,
                Quantifier.ALL,
                null,
                List.of(),
                List.of(),
                List.of(new ExpressionItem(NONE, column("a"), null), new ExpressionItem(NONE, quoted("b c"), null)),
                NONE,
                List.of(new NamedTable(NONE, new QualifiedName(NONE, List.of(name("t"))), null, List.of(), false)),
                NONE,
                new Clause(NONE, new InList(NONE, column("a"), false, values, NONE)),
                null,
                null,
                List.of(),
                null,
                null,
                "");
        Query query = new Query(
                NONE,
                null,
                select,
                null,
                new Limit(NONE, number(10), number(5), false, false, false),
                List.of(new Locking(NONE, "SHARE", List.of(), null)));
        String printed = new SqlPrinter(dialect).print(query);
        assertThat(printed).isEqualTo(sql);
        assertThat(TreePrinter.print(new SqlParser(dialect).parse(printed).statement()))
                .isEqualTo(TreePrinter.print(new QueryStatement(NONE, query)));
    }

    /** Whatever stands in whatever, parentheses are where the grammar needs them. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void anyExpressionInAnyOther(Dialect dialect) {
        SqlPrinter printer = new SqlPrinter(dialect);
        SqlParser parser = new SqlParser(dialect);
        for (int seed = 0; seed < 3_000; seed++) {
            Expression made = new RandomExpressions(new Random(seed), dialect).make(4);
            String printed = printer.print(made);
            QueryStatement statement =
                    (QueryStatement) parser.parse("SELECT " + printed).statement();
            Select select = (Select) statement.query().body();
            Expression read = ((ExpressionItem) select.items().get(0)).expression();
            assertThat(TreePrinter.print(read)).as(printed).isEqualTo(TreePrinter.print(made));
            assertThat(printer.print(read)).isEqualTo(printed);
        }
    }

    @Test
    void madeSettingFollowsFromItsParts() {
        SetAssignment assignment = new SetAssignment(NONE, "lock_timeout", "LOCAL lock_timeout =", "5", List.of());
        SetStatement set = new SetStatement(NONE, SetScope.LOCAL, List.of(assignment), false);
        assertThat(new SqlPrinter(Dialects.POSTGRESQL).print(set)).isEqualTo("SET LOCAL lock_timeout = 5");
    }

    @Test
    void settingsAreTakenApart() {
        SetStatement set = (SetStatement) new SqlParser(Dialects.MYSQL)
                .parse("SET @a := (SELECT 1), SESSION sql_mode /* all */ = CONCAT(@@sql_mode, ',X'), @@wait_timeout=9")
                .statement();
        SqlPrinter printer = new SqlPrinter(Dialects.MYSQL);
        List<String> apart = new ArrayList<>();
        for (SetAssignment each : set.assignments()) {
            apart.add(printer.print(new SetStatement(NONE, SetScope.SESSION, List.of(each), false)));
            SetAssignment known = each.of(new Parameter(NONE, 0));
            apart.add(printer.print(new SetStatement(NONE, SetScope.SESSION, List.of(known), false)));
        }
        assertThat(apart)
                .containsExactly(
                        "SET @a := (SELECT 1)",
                        "SET @a := ?",
                        "SET SESSION sql_mode /* all */ = CONCAT(@@sql_mode, ',X')",
                        "SET SESSION sql_mode /* all */ = ?",
                        "SET @@wait_timeout= 9",
                        "SET @@wait_timeout= ?");
    }

    @Test
    void whatIsPrintedAsWrittenCannotBeMade() {
        OtherStatement kill = new OtherStatement(NONE, OtherKind.KILL, List.of(), List.of(), null);
        assertThatThrownBy(() -> new SqlPrinter(Dialects.MYSQL).print(kill)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void madeNodesHaveNoText() {
        assertThatThrownBy(() -> NONE.of("SELECT 1")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new Span(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    static Literal number(long value) {
        return new Literal(NONE, LiteralKind.INTEGER, value);
    }

    static Literal text(String value) {
        return new Literal(NONE, LiteralKind.STRING, value);
    }

    static ColumnReference column(String name) {
        return new ColumnReference(NONE, List.of(), name(name));
    }

    private static ColumnReference quoted(String name) {
        return new ColumnReference(NONE, List.of(), new Identifier(NONE, name, true));
    }

    static Identifier name(String name) {
        return new Identifier(NONE, name, false);
    }
}

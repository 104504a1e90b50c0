package org.shardingjdbc.parser.internal.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;

/** Statements that are made of others are those that parsing their texts gives, spans included. */
class TreeEditsTest {
    private static final Span NONE = Span.NONE;

    /** Every column gets another name, longer than most and shorter than some, and every item a label. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void columnsAndLabelsOfTheCorpus(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        Set<String> texts = new LinkedHashSet<>(SqlTexts.corpus(dialect));
        texts.addAll(SqlTexts.others(dialect));
        List<String> different = new ArrayList<>();
        int same = 0;
        for (String sql : texts) {
            ParsedSql parsed;
            try {
                parsed = parser.parse(sql);
            } catch (ShardingException several) {
                continue;
            }
            ParsedSql made = renamed(parsed, parser);
            if (made == parsed) {
                continue;
            }
            if (made.equals(parser.parse(made.sql()))) {
                same++;
            } else {
                different.add(made.sql());
            }
        }
        assertThat(different).isEmpty();
        assertThat(same).isGreaterThan(2000);
    }

    private static ParsedSql renamed(ParsedSql parsed, SqlParser parser) {
        SqlPrinter printer = new SqlPrinter(parser.dialect());
        TreeEdits edits = new TreeEdits(parsed);
        Identifier name = new Identifier(NONE, "a column", true);
        for (ColumnReference column : parsed.analysis().all(ColumnReference.class)) {
            edits.replace(column, printer.made(new ColumnReference(NONE, List.of(), name), null));
        }
        if (parsed.statement() instanceof QueryStatement) {
            for (ExpressionItem item : parsed.analysis().all(ExpressionItem.class)) {
                int end = item.span().stop();
                if (item.alias() == null) {
                    edits.change(
                            item,
                            new Span(end, end),
                            printer.made(name, null).between(" AS ", ""),
                            (of, made) -> new ExpressionItem(of.span(), of.expression(), (Identifier) made.get(0)));
                }
            }
        }
        return edits.made(parser);
    }

    /** What is put directly before a part that is not its own moves that part. */
    @Test
    void insertionBetweenParts() {
        SqlParser parser = new SqlParser(Dialects.H2);
        ParsedSql parsed = parser.parse("INSERT INTO t(SELECT ?, b FROM u)");
        InsertStatement insert = (InsertStatement) parsed.statement();
        int behind = insert.table().span().stop();
        MadeText names = new SqlPrinter(Dialects.H2)
                .made(List.of(new Identifier(NONE, "x", false), new Identifier(NONE, "Y", true)), null)
                .between(" (", ")");
        TreeEdits edits = new TreeEdits(parsed);
        edits.change(
                insert,
                new Span(behind, behind),
                names,
                (of, made) -> new InsertStatement(
                        of.span(),
                        of.with(),
                        of.kind(),
                        of.table(),
                        List.of((Identifier) made.get(0), (Identifier) made.get(1)),
                        new Span(behind + 1, behind + names.text().length()),
                        of.overriding(),
                        of.source(),
                        of.rowAlias(),
                        of.upsert(),
                        of.returning(),
                        of.modifiers(),
                        of.merge(),
                        of.keys(),
                        of.optimizerHint()));
        ParsedSql made = edits.made(parser);
        assertThat(made.sql()).isEqualTo("INSERT INTO t (x, \"Y\")(SELECT ?, b FROM u)");
        assertThat(made).isEqualTo(parser.parse(made.sql()));
    }
}

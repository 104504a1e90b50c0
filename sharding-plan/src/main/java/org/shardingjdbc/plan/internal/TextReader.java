package org.shardingjdbc.plan.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.naming.GroupByDirections;
import org.shardingjdbc.plan.internal.naming.LogicDatabaseEdits;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementSource;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;

/**
 * Reads a text to its tree: parsed, without the name of the logic database, and with the order written out that the
 * directions of a GROUP BY mean. Immutable.
 */
record TextReader(SqlParser parser, LogicDatabaseEdits logicDatabase, GroupByDirections directions) {
    static TextReader of(PlanTools tools) {
        GroupByDirections directions = new GroupByDirections(tools.dialect(), tools.parser());
        return new TextReader(tools.parser(), tools.logicDatabase(), directions);
    }

    /** The tree of a statement; null for a shape whose texts are to be planned one by one. */
    @Nullable
    ParsedSql read(StatementSource source) {
        if (source instanceof StatementSource.Made made) {
            return made.tree();
        }
        if (source instanceof StatementSource.Shape shape) {
            return ofShape(shape.shape());
        }
        if (source instanceof StatementSource.Explained explained) {
            ParsedSql whole = Objects.requireNonNull(read(explained.whole()), "no text of a shape");
            return explained((ExplainStatement) whole.statement(), whole);
        }
        StatementSource.Text text = (StatementSource.Text) source;
        return text.plain() ? plain(text.sql()) : prepared(text.sql());
    }

    /** The statement under EXPLAIN by itself: its tree, or the tree of its text where it has none. */
    ParsedSql explained(ExplainStatement explain, ParsedSql whole) {
        if (explain.statement() instanceof UnparsedStatement unknown) {
            String text = unknown.span().of(whole.sql());
            return (whole.plain() ? plain(text) : prepared(text)).withHints(whole.hints());
        }
        return read(MadeStatement.inner(explain.statement(), whole, parser));
    }

    /** The source of the same statement as one that is prepared. */
    StatementSource prepared(StatementSource plain) {
        if (plain instanceof StatementSource.Explained explained) {
            return new StatementSource.Explained(prepared(explained.whole()));
        }
        return plain instanceof StatementSource.Text text && text.plain()
                ? StatementSource.prepared(parser.preparedText(text.sql()))
                : plain;
    }

    private ParsedSql prepared(String sql) {
        return read(parser.parse(sql));
    }

    /** A text whose question marks are operators, or placeholders that nobody will set where it makes no sense else. */
    private ParsedSql plain(String sql) {
        ParsedSql plain = parser.parsePlain(sql);
        if (plain.statement() instanceof UnparsedStatement) {
            ParsedSql prepared = prepared(sql);
            return prepared.statement() instanceof UnparsedStatement ? read(plain) : prepared;
        }
        return read(plain);
    }

    /**
     * What all texts of a shape have in common, with the literals as parameters.
     *
     * @return null when each text is to be planned by itself
     */
    private @Nullable ParsedSql ofShape(TextShape shape) {
        ParsedSql parsed =
                logicDatabase.logic(parser.parse(shape.parameterText())).withLiterals(shape.kinds());
        boolean expected = parsed.parameters().size() == shape.count()
                && (parsed.statement() instanceof QueryStatement
                        || StatementFacts.classOf(parsed) == StatementClass.WRITE)
                && directions.written(parsed) == parsed;
        return expected ? parsed : null;
    }

    private ParsedSql read(ParsedSql text) {
        return directions.written(logicDatabase.logic(text));
    }
}

package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.pull.TransformedColumnReads;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.column.PlainValueUse;

/**
 * Decides which ways are open to statements over columns whose values rules transform. Queries are pulled as their
 * values are shown, and rows made by a query are written as an application writes them, where the rules allow it.
 * Immutable.
 */
public record TransformedColumns(PlanTools tools) {
    /**
     * Whether subqueries may be executed first, whose values are compared where they stood. Each use of a column is
     * proved in the whole statement: so what a subquery shows of one is only compared with what is stored alike.
     */
    boolean mayBeFirst(ParsedSql parsed) {
        Statement statement = parsed.statement();
        boolean read = statement instanceof QueryStatement;
        boolean written = statement instanceof UpdateStatement || statement instanceof DeleteStatement;
        if (parsed.settings() != null || !read && !written) {
            return false;
        }
        BoundStatement bound = tools.binder().bind(parsed);
        TransformedColumnReads seen = new TransformedColumnReads(bound, tools.actualTables());
        boolean shown = parsed.analysis().any(node -> isValue(node) && seen.showColumns(node));
        return !shown && ColumnUses.areProved(bound, tools.rules(), tools.catalog(), tools.dialect());
    }

    /** Whether the rows of a query in it are compared, or are a value. */
    private static boolean isValue(Node node) {
        return node instanceof ScalarQuery || node instanceof InQuery || node instanceof Quantified;
    }

    /** Why the statement's rows must neither be pulled nor copied; null where they may be. */
    @Nullable
    ChooseSteps none(ParsedSql parsed, ErrorCode refusal) {
        boolean copies = parsed.statement() instanceof InsertStatement insert && insert.source() instanceof QuerySource;
        if (parsed.settings() != null || !copies && !(parsed.statement() instanceof QueryStatement)) {
            return ChooseSteps.none("It is not answered in steps, as rules transform values of columns that it uses.");
        }
        if (refusal == ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE) {
            return ChooseSteps.NONE;
        }
        String refused = refused(parsed, copies);
        return refused == null ? null : ChooseSteps.none(refused);
    }

    /** Why the columns that are read must not be read so; null where they may be. */
    private @Nullable String refused(ParsedSql parsed, boolean copies) {
        BoundStatement bound = tools.binder().bind(parsed);
        Statement statement = parsed.statement();
        Node read = copies ? ((InsertStatement) statement).source() : statement;
        if (copies && Tree.any(read, node -> node instanceof Select select && givesValues(select))) {
            return "It is not answered from rows that are read, as the query would be told values to be written:"
                    + " give them by INSERT ... VALUES.";
        }
        TransformedColumnReads seen = new TransformedColumnReads(bound, tools.actualTables());
        if (copies && seen.leaveTheirColumns((InsertStatement) statement, (QuerySource) read)) {
            return "It is not answered from rows that are read, as values would be put into columns that are stored as"
                    + " they are.";
        }
        String columns = seen.refused(read, copies ? PlainValueUse.COPIED : PlainValueUse.PULLED);
        if (columns == null) {
            return null;
        }
        return copies
                ? "It is not answered from rows that are read, as rules do not allow that for " + columns + "."
                : "It is not answered from rows that are pulled, as no rule allows that (by its key pulled) for "
                        + columns + ".";
    }

    /**
     * Whether it selects what the statement gives: its SQL, and the values of its parameters, are in logs as they are.
     */
    private static boolean givesValues(Select select) {
        for (SelectItem item : select.items()) {
            boolean given = item instanceof ExpressionItem of && of.expression() instanceof Literal;
            if (given || Tree.any(item, TransformedColumns::isTextOrParameter)) {
                return true;
            }
        }
        return select.from().isEmpty();
    }

    private static boolean isTextOrParameter(Node node) {
        return node instanceof Parameter
                || node instanceof Literal literal && literal.kind() == LiteralKind.STRING
                || node instanceof Literal other && other.kind() == LiteralKind.OTHER;
    }
}

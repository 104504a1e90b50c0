package org.shardingjdbc.plan.internal.syntax;

import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.rule.execution.StatementPart;

/** Finds the parts of a statement that rules may ask for, by its tree. */
public final class StatementParts {
    private StatementParts() {}

    /** Whether a statement has a part, as {@link StatementPart} says of each. */
    public static boolean has(ParsedSql parsed, StatementPart part) {
        return switch (part) {
            case LOCK -> parsed.analysis().locksRows();
            case SUBQUERY -> hasSubquery(parsed.statement(), parsed.analysis());
            default -> has(parsed.statement(), part);
        };
    }

    /** Each query of the tree but the outermost, and those in parentheses which stand for it. */
    private static boolean hasSubquery(Statement statement, Analysis analysis) {
        Statement asked = explained(statement);
        int outermost = asked instanceof QueryStatement ? 1 : 0;
        int inParentheses = analysis.all(NestedQuery.class).size();
        return analysis.all(Query.class).size() - inParentheses > outermost;
    }

    private static Statement explained(Statement statement) {
        return statement instanceof ExplainStatement explain ? explained(explain.statement()) : statement;
    }

    private static boolean has(Statement whole, StatementPart part) {
        Statement statement = explained(whole);
        if (statement instanceof QueryStatement query) {
            return has(query.query(), part);
        }
        if (statement instanceof UpdateStatement update) {
            return switch (part) {
                case WHERE -> update.where() != null;
                case ORDER_BY -> update.orderBy() != null;
                case LIMIT -> update.limit() != null;
                case RETURNING -> update.returning() != null;
                case JOIN -> joins(update.targets()) || !update.from().isEmpty();
                default -> false;
            };
        }
        if (statement instanceof DeleteStatement delete) {
            return switch (part) {
                case WHERE -> delete.where() != null;
                case ORDER_BY -> delete.orderBy() != null;
                case LIMIT -> delete.limit() != null;
                case RETURNING -> delete.returning() != null;
                case JOIN ->
                    joins(delete.from()) || !delete.joined() && !delete.from().isEmpty();
                default -> false;
            };
        }
        return part == StatementPart.RETURNING && returns(statement);
    }

    private static boolean returns(Statement statement) {
        return statement instanceof InsertStatement insert && insert.returning() != null
                || statement instanceof MergeStatement merge && merge.returning() != null;
    }

    private static boolean has(Query query, StatementPart part) {
        boolean own =
                switch (part) {
                    case ORDER_BY -> query.orderBy() != null;
                    case LIMIT -> query.limit() != null;
                    case SET_OPERATION -> query.body() instanceof SetOperation;
                    case WHERE -> each(query.body(), select -> select.where() != null);
                    case GROUP_BY -> each(query.body(), select -> select.groupBy() != null);
                    case DISTINCT -> each(query.body(), select -> select.quantifier() != Quantifier.ALL);
                    case JOIN -> joins(query.body());
                    default -> false;
                };
        return own || query.body() instanceof NestedQuery nested && has(nested.query(), part);
    }

    /** Whether each SELECT that makes rows of it passes; what is none, such as VALUES, does not. */
    private static boolean each(QueryBody body, Predicate<Select> test) {
        if (body instanceof SetOperation operation) {
            return each(operation.left(), test) && each(operation.right(), test);
        }
        if (body instanceof NestedQuery nested) {
            return each(nested.query().body(), test);
        }
        return body instanceof Select select && test.test(select);
    }

    private static boolean joins(QueryBody body) {
        if (body instanceof SetOperation operation) {
            return joins(operation.left()) || joins(operation.right());
        }
        if (body instanceof NestedQuery nested) {
            return joins(nested.query().body());
        }
        return body instanceof Select select && joins(select.from());
    }

    private static boolean joins(List<TableReference> tables) {
        return tables.size() > 1 || tables.stream().anyMatch(JoinedTable.class::isInstance);
    }
}

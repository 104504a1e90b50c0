package org.shardingjdbc.plan.internal.pull;

import java.util.List;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SelectModifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Whether a statement gives the same answer over temporary tables that hold its tables' rows, on a connection that
 * knows nothing of the session. Immutable.
 */
public record PullCheck(BoundStatement bound, ActualTables tables) {
    private static final Set<ErrorCode> NOT_OF_PLACE = Set.of(
            ErrorCode.RANGE_NOT_ROUTABLE,
            ErrorCode.SETTING_REFUSED,
            ErrorCode.JDBC_FEATURE_REFUSED,
            ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE);

    /** Whether the refusal is one that pulling rows may overcome: of a query, and because of where its rows are. */
    public static boolean overcomes(Statement statement, ErrorCode refusal) {
        return statement instanceof QueryStatement && !NOT_OF_PLACE.contains(refusal);
    }

    public boolean test() {
        return !bound.parsed().analysis().any(this::isBound)
                && (!locks() || new LockableQuery(bound, tables).test())
                && tablesAreKnown()
                && new SameNameTables(bound).areTold()
                && !showsAndNamesInvisible()
                && !bound.parsed().analysis().any(this::isLost)
                && !bound.parsed().analysis().any(this::isLimitLost);
    }

    /** Whether rows of it are to be locked. */
    boolean locks() {
        return bound.parsed().analysis().has(Locking.class);
    }

    /**
     * MariaDB loses groups that HAVING lets through when they have a window and an aggregate of distinct values or
     * GROUP_CONCAT, and no index of the tables spares it a temporary table.
     */
    private boolean isLost(Node node) {
        if (!tables.dialect().queries().losesWindowedGroups() || !(node instanceof Select block)) {
            return false;
        }
        List<FunctionCall> calls = Tree.outsideQueries(block, FunctionCall.class);
        return block.groupBy() != null
                && block.having() != null
                && calls.stream().anyMatch(call -> call.over() != null)
                && calls.stream()
                        .anyMatch(
                                call -> call.distinct() || Functions.name(call).equals("group_concat"));
    }

    /**
     * H2 moves a condition, also that of a join, into a derived table that is a set operation with a LIMIT, as no index
     * of the tables lets it join the other way about: {@code (SELECT ... UNION ALL SELECT ... ORDER BY 1 LIMIT 1) d
     * JOIN t ON d.id = t.id} shows a row for each row of t.
     */
    private boolean isLimitLost(Node node) {
        if (!tables.dialect().queries().losesLimitsOfSets()) {
            return false;
        }
        Query query = null;
        if (node instanceof DerivedTable derived) {
            query = derived.query();
        } else if (node instanceof CommonTable table && table.statement() instanceof QueryStatement statement) {
            query = statement.query();
        }
        return query != null && query.limit() != null && isSet(query.body());
    }

    private static boolean isSet(QueryBody body) {
        return body instanceof SetOperation
                || body instanceof NestedQuery nested && isSet(nested.query().body());
    }

    /** Whether a node belongs to the session, to the places of rows, or to what is not known. */
    private boolean isBound(Node node) {
        if (node instanceof FunctionCall call) {
            return Functions.isSession(call)
                    || !Functions.isAggregate(call)
                            && !Functions.isScalar(call)
                            && !tables.functions().followsFromArguments(call);
        }
        if (node instanceof ColumnReference reference) {
            // where the schema tells nothing, nothing tells what is left when it goes
            boolean open =
                    reference.qualifier().size() > 1 && bound.origin(reference) instanceof ColumnOrigin.Unresolved;
            return open || Functions.isRowPlace(reference.name().text()) && !isColumn(reference);
        }
        return node instanceof SessionVariable
                || node instanceof DeltaTable
                || node instanceof Select select && (select.into() != null || counts(select))
                || node instanceof NamedTable table && table.restricted()
                || node instanceof CommonTable table && !(table.statement() instanceof QueryStatement);
    }

    /** Whether a later statement may ask how many rows there were. */
    private static boolean counts(Select select) {
        return select.modifiers().contains(SelectModifier.SQL_CALC_FOUND_ROWS);
    }

    private boolean isColumn(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        return origin instanceof ColumnOrigin.OfQuery
                || origin instanceof ColumnOrigin.OfTable of
                        && of.table().schema() != null
                        && of.table().schema().column(of.column()) != null;
    }

    /** Whether a star would show in a temporary table what is invisible where the statement names it. */
    private boolean showsAndNamesInvisible() {
        Analysis analysis = bound.parsed().analysis();
        return (analysis.has(StarItem.class) || analysis.has(TableBody.class))
                && analysis.any(ColumnReference.class, this::isInvisible);
    }

    private boolean isInvisible(ColumnReference reference) {
        return bound.origin(reference) instanceof ColumnOrigin.OfTable of
                && of.table().schema() != null
                && of.table().schema().invisible().stream()
                        .anyMatch(column -> column.name().equalsIgnoreCase(of.column()));
    }

    private boolean tablesAreKnown() {
        for (BoundTable table : bound.tables()) {
            // PostgreSQL has tables without columns
            TableSchema schema = tables.schema(table);
            if (schema == null || schema.columns().isEmpty()) {
                return false;
            }
        }
        return !bound.tables().isEmpty();
    }
}

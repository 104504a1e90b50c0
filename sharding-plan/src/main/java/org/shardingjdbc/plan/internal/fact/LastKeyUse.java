package org.shardingjdbc.plan.internal.fact;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.KeyRequest;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * What a statement has to do with the key that a session of MySQL or MariaDB remembers as the last one:
 * LAST_INSERT_ID() tells it, INSERTs for which a key is made change it, and so does LAST_INSERT_ID with an argument.
 * Immutable.
 *
 * @param asked where it is asked for it, by that a column; null where it is not
 * @param leaves what it leaves as the last key
 * @param given where {@link Leaves#BY_VALUES}; null elsewhere
 */
public record LastKeyUse(
        @Nullable Place asked, Leaves leaves, @Nullable GivenKeys given) {
    /** A place in the text, 1-based, and what stands there. */
    public record Place(String text, int line, int column) {}

    /** What a statement leaves. */
    public enum Leaves {
        /** What was there before. */
        AS_IT_WAS,
        /** The first key that a generator makes for it, if there is one. */
        OF_GENERATOR,
        /** The first key that the database makes for it. */
        MADE,
        /** As {@link #MADE} or {@link #AS_IT_WAS}, as parameters say. */
        BY_VALUES,
        /** What its driver tells, and what was there before where that is nothing: computed, or perhaps made. */
        OF_DRIVER,
        /** Only the database knows, not even its driver. */
        UNKNOWN
    }

    /**
     * The parameters that stand for a column for which the database makes keys, one for each row.
     *
     * @param wanted which values ask for a key
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record GivenKeys(int[] parameters, KeyRequest wanted) {
        /** What an execution leaves: {@link Leaves#MADE}, {@link Leaves#AS_IT_WAS}, or {@link Leaves#UNKNOWN}. */
        public Leaves leaves(Object[] values) {
            int asking = 0;
            for (int parameter : parameters) {
                asking += wanted.is(values[parameter]) ? 1 : 0;
            }
            return asking == 0 ? Leaves.AS_IT_WAS : asking == parameters.length ? Leaves.MADE : Leaves.UNKNOWN;
        }
    }

    /**
     * Finds it.
     *
     * @param bound null where the statement has no tables
     * @return null when it has nothing to do with it
     */
    public static @Nullable LastKeyUse of(
            ParsedSql parsed, @Nullable BoundStatement bound, Catalog catalog, Dialect dialect) {
        if (dialect.sessions().settingOfLastKey() == null) {
            return null;
        }
        Place asked = null;
        boolean computed = false;
        for (Node node : parsed.analysis().nodes()) {
            computed |= computes(node);
            if (asked == null && LastStatement.isLastKey(node)) {
                SourcePositions positions = new SourcePositions(parsed.sql());
                asked = new Place(positions.excerpt(node), positions.line(node.span()), positions.column(node.span()));
            }
        }
        LastKeyUse use = leaves(parsed.statement(), bound, catalog, computed);
        return asked == null && use.leaves == Leaves.AS_IT_WAS ? null : new LastKeyUse(asked, use.leaves, use.given);
    }

    /** The same of an execution with these values of its parameters; where they decide. */
    public LastKeyUse of(Object[] values) {
        return given == null ? this : new LastKeyUse(asked, given.leaves(values), null);
    }

    private static LastKeyUse of(Leaves leaves) {
        return new LastKeyUse(null, leaves, null);
    }

    private static boolean computes(Node node) {
        return node instanceof FunctionCall call && LastStatement.setsLastKey(call);
    }

    private static LastKeyUse leaves(
            Statement statement, @Nullable BoundStatement bound, Catalog catalog, boolean computed) {
        if (statement instanceof InsertStatement insert) {
            return made(insert, bound, catalog, computed);
        }
        if (computed) {
            return of(Leaves.OF_DRIVER);
        }
        boolean unseen = statement instanceof UnparsedStatement
                || statement instanceof OtherStatement other
                        && (other.kind() == OtherKind.CALL || other.kind() == OtherKind.LOAD_DATA);
        return of(unseen ? Leaves.UNKNOWN : Leaves.AS_IT_WAS);
    }

    private static LastKeyUse made(
            InsertStatement insert, @Nullable BoundStatement bound, Catalog catalog, boolean computed) {
        BoundTable target = bound == null ? null : bound.table(insert.table());
        if (target == null) {
            return of(Leaves.UNKNOWN);
        }
        if (target.table().keyGeneration() != null) {
            // the row for which one was made need not be there
            boolean certain = !computed && insert.upsert() == null && insert.kind() != InsertKind.INSERT_IGNORE;
            return of(certain ? Leaves.OF_GENERATOR : Leaves.UNKNOWN);
        }
        TableSchema schema = target.schema() == null ? catalog.table(target.table()) : target.schema();
        if (schema == null) {
            return of(Leaves.UNKNOWN);
        }
        for (ColumnSchema column : schema.columns()) {
            if (column.autoIncrement()) {
                return madeFor(insert, schema, column, catalog, computed);
            }
        }
        return of(computed ? Leaves.OF_DRIVER : Leaves.AS_IT_WAS);
    }

    /** A driver tells given keys as well, and those of rows that an upsert has found. */
    private static LastKeyUse madeFor(
            InsertStatement insert, TableSchema schema, ColumnSchema column, Catalog catalog, boolean computed) {
        boolean rows = insert.source() instanceof ValuesSource || insert.source() instanceof SetSource;
        boolean named = InsertColumns.position(insert, schema, column.name()) >= 0;
        // of a statement that answers with rows, drivers tell no keys
        if (!rows && named || insert.upsert() != null && !computed || insert.returning() != null) {
            return of(Leaves.UNKNOWN);
        }
        List<Expression> values = given(insert, schema, column);
        KeyRequest wanted = KeyRequest.of(catalog, column);
        boolean certain = rows && insert.kind() != InsertKind.INSERT_IGNORE && !computed;
        if (values.stream().allMatch(wanted::isAlways)) {
            return of(certain ? Leaves.MADE : Leaves.OF_DRIVER);
        }
        int[] parameters = values.stream().mapToInt(wanted::parameter).toArray();
        if (certain && Arrays.stream(parameters).allMatch(parameter -> parameter >= 0)) {
            return new LastKeyUse(null, Leaves.BY_VALUES, new GivenKeys(parameters, wanted));
        }
        boolean none = values.stream()
                .allMatch(value -> !wanted.isAlways(value) && wanted.parameter(value) < 0 && !wanted.isUnknown(value));
        return of(none && !computed ? Leaves.AS_IT_WAS : Leaves.UNKNOWN);
    }

    /** What the rows give a column; empty where they do not name it. */
    private static List<Expression> given(InsertStatement insert, TableSchema schema, ColumnSchema column) {
        if (insert.source() instanceof SetSource set) {
            for (Assignment assignment : set.assignments()) {
                if (assignment.columns().get(0).name().text().equalsIgnoreCase(column.name())) {
                    return List.of(assignment.value());
                }
            }
            return List.of();
        }
        int position = InsertColumns.position(insert, schema, column.name());
        return position < 0 || !(insert.source() instanceof ValuesSource)
                ? List.of()
                : ((ValuesSource) insert.source())
                        .rows().stream()
                                .filter(row -> position < row.values().size())
                                .map(row -> value(row, position))
                                .toList();
    }

    private static Expression value(InsertRow row, int position) {
        return row.values().get(position);
    }
}

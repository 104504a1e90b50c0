package org.shardingjdbc.plan.internal.write;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.proof.WriteRules;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The unique keys by which an INSERT finds rows that are there already, and where their values stand in its rows. Keys
 * that the database makes, or our generator, meet no row and are left out. Immutable.
 *
 * @param keys each as its columns
 */
record UpsertUniqueKeys(StepSource source, InsertStatement insert, TableSchema schema, List<List<String>> keys)
        implements StepChoice.Condition {
    /** Types whose values are stored as they are given, so that a comparison finds them. */
    private static final Set<Integer> EXACT = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.CHAR,
            Types.NCHAR,
            Types.VARCHAR,
            Types.NVARCHAR,
            Types.LONGVARCHAR,
            Types.DATE,
            Types.BOOLEAN,
            Types.BIT,
            Types.BINARY,
            Types.VARBINARY);

    private static final Set<LiteralKind> CONSTANTS =
            EnumSet.of(LiteralKind.INTEGER, LiteralKind.STRING, LiteralKind.NULL, LiteralKind.DATE);

    /** @return null when the rows that an INSERT acts on cannot be found by comparing columns with its values */
    static @Nullable UpsertUniqueKeys of(
            StepSource source, ParsedSql parsed, InsertStatement insert, PartitionedTable table, TableSchema schema) {
        List<List<String>> all = keys(source, parsed, insert, table);
        if (all == null) {
            return null;
        }
        List<List<String>> asked = new ArrayList<>();
        for (List<String> key : all) {
            if (!WriteRules.isMade(key, insert, schema, table)) {
                asked.add(key);
            }
        }
        UpsertUniqueKeys keys = new UpsertUniqueKeys(source, insert, schema, List.copyOf(asked));
        for (List<String> key : asked) {
            for (String column : key) {
                if (!isExact(schema.column(column)) || keys.constantPosition(column) < 0) {
                    return null;
                }
            }
        }
        return keys;
    }

    private static @Nullable List<List<String>> keys(
            StepSource source, ParsedSql parsed, InsertStatement insert, PartitionedTable table) {
        Upsert upsert = insert.upsert();
        if (upsert != null && upsert.targetWhere() != null) {
            return null;
        }
        if (upsert != null && upsert.constraint() != null) {
            BoundStatement bound = source.bind(parsed);
            ObjectNames.FoundObject found = bound == null
                    ? null
                    : new ObjectNames(source.catalog(), source.names())
                            .find(bound.target(insert.table()), table, upsert.constraint());
            return found != null
                            && found.object().unique()
                            && !found.object().columns().isEmpty()
                    ? List.of(found.object().columns())
                    : null;
        }
        if (upsert == null || upsert.target().isEmpty()) {
            return source.catalog().uniqueKeys(table.name());
        }
        List<String> key = new ArrayList<>();
        for (Expression expression : upsert.target()) {
            if (!(expression instanceof ColumnReference reference)) {
                return null;
            }
            key.add(reference.name().text());
        }
        return List.of(key);
    }

    private static boolean isExact(@Nullable ColumnSchema column) {
        return column != null && (EXACT.contains(column.jdbcType()) || "uuid".equalsIgnoreCase(column.typeName()));
    }

    private ColumnSchema column(String ofKey) {
        return Objects.requireNonNull(schema.column(ofKey), "the type of each column of a key was looked at before");
    }

    /** Whether the values of all keys are stored as they are given. */
    @Override
    public boolean suits(Object[] parameters) {
        return keys.stream().allMatch(key -> key.stream().allMatch(column -> isConstant(column, parameters)));
    }

    private boolean isConstant(String column, Object[] parameters) {
        int position = constantPosition(column);
        for (InsertRow row : ((ValuesSource) insert.source()).rows()) {
            if (row.values().get(position) instanceof Parameter parameter && parameter.index() < parameters.length) {
                Object value = parameters[parameter.index()];
                boolean rounded = value instanceof Double || value instanceof Float || value instanceof BigDecimal;
                if (rounded && column(column).jdbcType() != Types.VARCHAR) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Where a column's value stands in the rows; -1 when not all of them have a constant there. */
    int constantPosition(String column) {
        int position = InsertColumns.position(insert, schema, column);
        for (InsertRow row : ((ValuesSource) insert.source()).rows()) {
            boolean constant = position >= 0
                    && position < row.values().size()
                    && (row.values().get(position) instanceof Parameter
                            || row.values().get(position) instanceof Literal literal
                                    && CONSTANTS.contains(literal.kind()));
            if (!constant) {
                return -1;
            }
        }
        return position;
    }

    /**
     * The condition that a row has one of the keys.
     *
     * @param found positions of values that are replaced by those of the found row, whose own values they are in turn
     */
    Expression condition(InsertRow row, List<Integer> found) {
        List<Expression> alternatives = new ArrayList<>();
        for (List<String> key : keys) {
            List<Expression> parts = new ArrayList<>();
            for (String column : key) {
                int position = InsertColumns.position(insert, schema, column);
                int replaced = found.indexOf(position);
                Expression value = replaced >= 0
                        ? StepTemplate.own(replaced)
                        : MadeStatement.again(row.values().get(position));
                parts.add(MadeNodes.equal(
                        MadeNodes.column(
                                source.names().columnName(column(column).name())),
                        value));
            }
            alternatives.add(MadeNodes.logical(LogicalOperator.AND, parts));
        }
        return MadeNodes.logical(LogicalOperator.OR, alternatives);
    }
}

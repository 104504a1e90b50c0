package org.shardingjdbc.plan.internal.sortkey;

import java.sql.Types;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy.NullOrder;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds the types of sort keys: from the catalog for columns, from a database for expressions. One per plan; not
 * thread-safe.
 */
public final class SortKeyTypes {
    private static final Set<String> SAME_TYPE = Set.of("min", "max");
    private static final Set<String> ROUNDING = Set.of("round", "truncate", "floor", "ceil", "ceiling");
    private static final Set<String> ADDING = Set.of("sum", "avg");
    private static final ColumnSchema NUMBER = new ColumnSchema("n", Types.NUMERIC, "numeric", 0, 0, true, false, null);

    private final BoundStatement bound;
    private final Catalog catalog;
    private final Dialect dialect;
    private final ScalarProbe probe;

    public SortKeyTypes(BoundStatement bound, Catalog catalog, Dialect dialect, ScalarProbe probe) {
        this.bound = bound;
        this.catalog = catalog;
        this.dialect = dialect;
        this.probe = probe;
    }

    /** Whether a data node can show an expression beside the groups that it makes by it. */
    public boolean showsGrouped(Expression key) {
        return dialect.sorting().showsGroupedSubqueries() || !Tree.any(key, Query.class::isInstance);
    }

    /** The type of an expression of the outermost block. */
    public SortKeyType of(Expression expression) {
        if (expression instanceof ColumnReference reference) {
            return ofColumn(reference);
        }
        if (expression instanceof Operation operation && operation.operator().equals(Operation.COLLATE)) {
            return ofCollate(operation);
        }
        if (expression instanceof FunctionCall call && call.over() == null && isCount(call)) {
            return ofDeclared(NUMBER);
        }
        if (expression instanceof FunctionCall call
                && call.over() == null
                && SAME_TYPE.contains(Functions.builtIn(call))
                && call.arguments().size() == 1) {
            SortKeyType type = of(call.arguments().get(0));
            boolean asText = type.form() != null
                    && type.form().isPosition()
                    && dialect.sorting().comparesEnumerationsAsTexts();
            return asText ? SortKeyType.unknown("an enumeration, of which MIN and MAX are texts,", null) : type;
        }
        return computed(expression);
    }

    /** Whether it counts, or adds up numbers: an interval has a sum too, whose type is the database's to tell. */
    private boolean isCount(FunctionCall call) {
        String name = Functions.builtIn(call);
        boolean adds = ADDING.contains(name) && call.arguments().size() == 1;
        return name.equals("count") || adds && addsNumbers(call.arguments().get(0));
    }

    /** Whether SUM and AVG of it are numbers whose parts can be added. */
    public boolean addsNumbers(Expression argument) {
        return dialect.types().quotients() == ColumnTypes.Quotients.LONGER_THAN_SHOWN
                ? !hidesDigits(argument, Collections.newSetFromMap(new IdentityHashMap<>()))
                : of(argument).order() == ValueOrder.NUMBER;
    }

    /**
     * Whether it may have more digits than it shows: MySQL and MariaDB go on computing with those of a quotient, also
     * in sums, and round when a sum is shown, which would be too early.
     *
     * @param entered the queries that were looked into; one that refers to itself is looked into once
     */
    private boolean hidesDigits(Node expression, Set<Query> entered) {
        if (expression instanceof FunctionCall call && ROUNDING.contains(Functions.builtIn(call))
                || expression instanceof Cast) {
            return false;
        }
        if (expression instanceof Operation operation && operation.operator().equals("/")) {
            return true;
        }
        if (expression instanceof FunctionCall call && Functions.builtIn(call).equals("avg")) {
            return true;
        }
        if (expression instanceof ColumnReference reference
                && bound.origin(reference) instanceof ColumnOrigin.OfQuery of
                && of.base() == null
                && entered.add(of.query())
                && hidesDigits(of.query(), entered)) {
            return true;
        }
        return expression.children().stream().anyMatch(child -> hidesDigits(child, entered));
    }

    /**
     * What the database says of an expression; of a text the collation that follows from its parts, for that it does
     * not say.
     */
    private SortKeyType computed(Expression expression) {
        ColumnSchema described = probe.describe(expression);
        if (described == null || described.collation() != null || !isText(described)) {
            return ofDeclared(described);
        }
        if (dialect.sorting().oneCollation()) {
            return ofDeclared(collated(described, commonCollation()));
        }
        SortKeyType type = ofDeclared(described);
        if (type.order() != null) {
            return type;
        }
        if (TextExpressions.isNumericTime(expression)) {
            return SortKeyType.DIGITS;
        }
        List<Expression> parts = TextExpressions.valueParts(expression);
        if (parts == null) {
            return type;
        }
        Set<String> collations = new HashSet<>();
        for (Expression part : parts) {
            ColumnSchema schema = part instanceof ColumnReference reference ? schema(reference) : null;
            if (part instanceof ColumnReference && (schema == null || isText(schema) && schema.collation() == null)) {
                return type;
            }
            if (schema != null && isText(schema)) {
                collations.add(schema.collation());
            }
        }
        if (collations.size() == 1) {
            return ofDeclared(collated(described, collations.iterator().next()));
        }
        return collations.isEmpty() && TextExpressions.literalsDiffer(parts) ? SortKeyType.EQUAL_TEXT : type;
    }

    /** H2 has one collation for all; the catalog tells it of every column. */
    private @Nullable String commonCollation() {
        for (BoundTable table : bound.tables()) {
            TableSchema schema = schema(table);
            if (schema != null) {
                for (ColumnSchema column : schema.columns()) {
                    if (column.collation() != null) {
                        return column.collation();
                    }
                }
            }
        }
        return null;
    }

    private static ColumnSchema collated(ColumnSchema type, @Nullable String collation) {
        return new ColumnSchema(
                type.name(),
                type.jdbcType(),
                type.typeName(),
                type.size(),
                type.scale(),
                type.nullable(),
                type.autoIncrement(),
                collation);
    }

    /** The column of a table that an expression names; null when it is none, or unknown. */
    public @Nullable ColumnSchema schema(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfQuery of) {
            return of.base() == null ? null : schema(of.base());
        }
        return origin instanceof ColumnOrigin.OfTable of ? schema(of) : null;
    }

    private SortKeyType ofColumn(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfAlias alias && alias.item() instanceof ExpressionItem item) {
            return of(item.expression());
        }
        if (origin instanceof ColumnOrigin.OfTable of) {
            return ofDeclared(schema(of));
        }
        if (origin instanceof ColumnOrigin.OfQuery of) {
            if (of.base() != null) {
                return ofDeclared(schema(of.base()));
            }
            List<OutputColumn> outputs = bound.outputs(of.query());
            if (outputs != null
                    && of.output() < outputs.size()
                    && outputs.get(of.output()).schema() != null) {
                return ofDeclared(outputs.get(of.output()).schema());
            }
        }
        return ofDeclared(probe.describe(reference));
    }

    /** The type of an output column that a star makes. */
    public SortKeyType of(OutputColumn output) {
        if (output.base() != null) {
            return ofDeclared(schema(output.base()));
        }
        return output.schema() == null && output.expression() != null
                ? of(output.expression())
                : ofDeclared(output.schema());
    }

    private @Nullable ColumnSchema schema(ColumnOrigin.OfTable column) {
        TableSchema schema = schema(column.table());
        return schema == null ? null : schema.column(column.column());
    }

    /** What is known of a table; null when the catalog does not know it. */
    public @Nullable TableSchema schema(BoundTable table) {
        return table.schema() == null ? catalog.table(table.table()) : table.schema();
    }

    private SortKeyType ofCollate(Operation operation) {
        String words = operation.detail();
        Span last = Tokens.of(words, new Span(0, words.length()), dialect).last();
        String name = last == null ? words : last.of(words);
        boolean quoted = name.length() > 1 && "\"`'".indexOf(name.charAt(0)) >= 0;
        String collation = quoted ? name.substring(1, name.length() - 1) : name;
        if (dialect.sorting().oneCollation()) {
            return SortKeyType.BY_TYPE;
        }
        Expression operand = operation.operands().get(0);
        ColumnSchema type = operand instanceof ColumnReference reference ? schema(reference) : null;
        if (type == null || !isText(type)) {
            type = probe.describe(operation);
        }
        return type == null || !isText(type)
                ? SortKeyType.unknown("the collation " + collation, null)
                : ofDeclared(collated(type, collation));
    }

    /** Whether the database puts NULLs of a key first; {@code written} is null where the key does not say it. */
    public boolean nullsFirst(boolean descending, @Nullable NullOrder written) {
        return nullsFirst(dialect, descending, written);
    }

    /** As {@link #nullsFirst(boolean, NullOrder)}, of a key whose type is known. */
    public static boolean nullsFirst(Dialect dialect, boolean descending, @Nullable NullOrder written) {
        if (written != null) {
            return written == NullOrder.FIRST;
        }
        return dialect.queries().nullsFirst(descending);
    }

    private SortKeyType ofDeclared(@Nullable ColumnSchema schema) {
        return schema == null ? SortKeyType.BY_TYPE : dialect.sorting().of(schema.declaredType());
    }

    private static boolean isText(ColumnSchema schema) {
        return DeclaredType.isText(schema.jdbcType());
    }
}

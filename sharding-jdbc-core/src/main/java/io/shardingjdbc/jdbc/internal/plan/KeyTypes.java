package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.parser.Dialect;
import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.Expression;
import io.shardingjdbc.parser.ast.ExpressionItem;
import io.shardingjdbc.parser.ast.FunctionCall;
import io.shardingjdbc.parser.ast.NullOrder;
import io.shardingjdbc.parser.ast.Operation;
import io.shardingjdbc.route.internal.bind.BoundStatement;
import io.shardingjdbc.route.internal.bind.ColumnOrigin;
import io.shardingjdbc.route.internal.bind.OutputColumn;
import io.shardingjdbc.route.internal.catalog.Catalog;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;
import io.shardingjdbc.route.internal.catalog.TableSchema;
import java.sql.Types;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the types of keys: from the catalog for columns, from a database for expressions. One per plan; not
 * thread-safe.
 */
final class KeyTypes {
    private static final Set<String> SAME_TYPE = Set.of("min", "max");
    private static final Set<String> NUMBERS = Set.of("count", "sum", "avg");
    private static final ColumnSchema NUMBER = new ColumnSchema("n", Types.NUMERIC, "numeric", 0, 0, true, false, null);

    private final BoundStatement bound;
    private final Catalog catalog;
    private final Dialect dialect;
    private final ScalarProbe probe;

    KeyTypes(BoundStatement bound, Catalog catalog, Dialect dialect, ScalarProbe probe) {
        this.bound = bound;
        this.catalog = catalog;
        this.dialect = dialect;
        this.probe = probe;
    }

    /** The type of an expression of the outermost block. */
    KeyType of(Expression expression) {
        if (expression instanceof ColumnReference reference) {
            return ofColumn(reference);
        }
        if (expression instanceof Operation operation && operation.operator().equals("COLLATE")) {
            return ofCollate(operation);
        }
        if (expression instanceof FunctionCall call && call.over() == null && NUMBERS.contains(Functions.name(call))) {
            // an interval has a sum too; its type is the database's to tell
            return dialect.postgreSqlFamily() && !Functions.name(call).equals("count")
                    ? KeyType.BY_TYPE
                    : KeyType.of(NUMBER, dialect);
        }
        if (expression instanceof FunctionCall call
                && call.over() == null
                && SAME_TYPE.contains(Functions.name(call))
                && call.arguments().size() == 1) {
            return of(call.arguments().get(0));
        }
        return computed(expression);
    }

    /**
     * What the database says of an expression; of a text the collation that follows from its parts, for that it does
     * not say.
     */
    private KeyType computed(Expression expression) {
        ColumnSchema described = probe.describe(expression);
        KeyType type = KeyType.of(described, dialect);
        if (described == null || type.order() != null || described.collation() != null || !KeyType.isText(described)) {
            return type;
        }
        if (TextExpressions.isNumericTime(expression)) {
            return KeyType.DIGITS;
        }
        List<Expression> parts = TextExpressions.valueParts(expression);
        if (parts == null) {
            return type;
        }
        Set<String> collations = new HashSet<>();
        for (Expression part : parts) {
            ColumnSchema schema = part instanceof ColumnReference reference ? schema(reference) : null;
            if (part instanceof ColumnReference
                    && (schema == null || KeyType.isText(schema) && schema.collation() == null)) {
                return type;
            }
            if (schema != null && KeyType.isText(schema)) {
                collations.add(schema.collation());
            }
        }
        if (collations.size() == 1) {
            return KeyType.collated(collations.iterator().next(), described.size(), dialect);
        }
        return collations.isEmpty() && TextExpressions.literalsDiffer(parts) ? KeyType.EQUAL_TEXT : type;
    }

    private ColumnSchema schema(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfQuery of) {
            return of.base() == null ? null : schema(of.base());
        }
        return origin instanceof ColumnOrigin.OfTable of ? schema(of) : null;
    }

    private KeyType ofColumn(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfAlias alias && alias.item() instanceof ExpressionItem item) {
            return of(item.expression());
        }
        if (origin instanceof ColumnOrigin.OfTable of) {
            return KeyType.of(schema(of), dialect);
        }
        if (origin instanceof ColumnOrigin.OfQuery of) {
            if (of.base() != null) {
                return KeyType.of(schema(of.base()), dialect);
            }
            List<OutputColumn> outputs = bound.outputs(of.query());
            if (outputs != null
                    && of.output() < outputs.size()
                    && outputs.get(of.output()).schema() != null) {
                return KeyType.of(outputs.get(of.output()).schema(), dialect);
            }
        }
        return KeyType.of(probe.describe(reference), dialect);
    }

    /** The type of an output column that a star makes. */
    KeyType of(OutputColumn output) {
        if (output.base() != null) {
            return KeyType.of(schema(output.base()), dialect);
        }
        return output.schema() == null && output.expression() != null
                ? of(output.expression())
                : KeyType.of(output.schema(), dialect);
    }

    private ColumnSchema schema(ColumnOrigin.OfTable column) {
        TableSchema schema = column.table().schema();
        if (schema == null) {
            schema = catalog.table(column.table().table().name());
        }
        return schema == null ? null : schema.column(column.column());
    }

    private KeyType ofCollate(Operation operation) {
        String text = operation.span().of(bound.parsed().sql());
        int keyword = text.toUpperCase(Locale.ROOT).lastIndexOf("COLLATE");
        String name = text.substring(keyword + "COLLATE".length()).strip();
        int dot = name.lastIndexOf('.');
        name = name.substring(dot + 1).strip();
        boolean quoted = name.length() > 1 && "\"`'".indexOf(name.charAt(0)) >= 0;
        String collation = quoted ? name.substring(1, name.length() - 1) : name;
        Expression operand = operation.operands().get(0);
        int length = 0;
        if (operand instanceof ColumnReference reference
                && bound.origin(reference) instanceof ColumnOrigin.OfTable of) {
            ColumnSchema schema = schema(of);
            length = schema == null ? 0 : schema.size();
        }
        if (!dialect.mySqlFamily() && !dialect.postgreSqlFamily()) {
            return KeyType.BY_TYPE;
        }
        return KeyType.collated(collation, length, dialect);
    }

    /** Where the database puts NULLs of a key. */
    boolean nullsFirst(boolean descending, NullOrder written) {
        if (written != null) {
            return written == NullOrder.FIRST;
        }
        return dialect.postgreSqlFamily() == descending;
    }
}

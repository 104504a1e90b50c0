package org.shardingjdbc.route.internal.bind;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Which values of an INSERT for a column with a key generator ask for a key: those for which the database itself would
 * make a value. Left to the data nodes, each would make its own, and the same more than once. Immutable.
 *
 * @param forNull whether NULL does
 * @param forZero whether 0 does
 * @param forAll whether any value does, as the statement has it ignored
 */
public record KeyRequest(boolean forNull, boolean forZero, boolean forAll) {
    /** @param column with the generator; null where it is not known */
    public static KeyRequest of(Catalog catalog, ColumnSchema column) {
        return of(catalog, column, null);
    }

    /** @param overriding what the INSERT says of given values; may be null */
    public static KeyRequest of(Catalog catalog, @Nullable ColumnSchema column, @Nullable Overriding overriding) {
        boolean number = column == null || isNumber(column);
        return new KeyRequest(
                catalog.makesValueForNull(),
                number && catalog.makesValueForZero(),
                overriding != null && overriding.user() && isIdentity(column));
    }

    /** Whether values for a column are ignored where the statement says so: not by a default, be it a sequence. */
    public static boolean isIdentity(@Nullable ColumnSchema column) {
        return column == null
                || column.autoIncrement()
                        && !(column.typeName() != null
                                && column.typeName().toLowerCase(Locale.ROOT).contains("serial"));
    }

    private static boolean isNumber(ColumnSchema column) {
        return switch (column.jdbcType()) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE -> true;
            default -> false;
        };
    }

    /**
     * Whether what stands for the column asks for a key in every execution.
     *
     * @param value null where the row has none
     */
    public boolean isAlways(@Nullable Expression value) {
        if (value == null || value instanceof DefaultValue || forAll) {
            return true;
        }
        Expression inner = bare(value);
        if (inner instanceof Literal literal) {
            return literal.kind() == LiteralKind.NULL ? forNull : is(literal.value());
        }
        return false;
    }

    /** Whether a value that an execution gives asks for a key. */
    public boolean is(@Nullable Object value) {
        if (value == null) {
            return forNull;
        }
        if (!forZero) {
            return false;
        }
        if (value instanceof BigDecimal number) {
            return number.signum() == 0;
        }
        if (value instanceof Number number) {
            return number.doubleValue() == 0;
        }
        return value instanceof String text && isZero(text);
    }

    private static boolean isZero(String text) {
        try {
            return new BigDecimal(text.trim()).signum() == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** The parameter that alone decides it; -1 where none does. */
    public int parameter(Expression value) {
        boolean possible = !forAll && (forNull || forZero);
        return possible && value != null && bare(value) instanceof Parameter parameter ? parameter.index() : -1;
    }

    /** Whether only the database knows what it is, so that it may be NULL or 0. */
    public boolean isUnknown(Expression value) {
        return !forAll
                && (forNull || forZero)
                && value != null
                && !(value instanceof DefaultValue)
                && !(bare(value) instanceof Literal)
                && !(bare(value) instanceof Parameter);
    }

    private static Expression bare(Expression value) {
        Expression inner = value;
        while (inner instanceof Cast cast) {
            inner = cast.value();
        }
        return inner;
    }
}

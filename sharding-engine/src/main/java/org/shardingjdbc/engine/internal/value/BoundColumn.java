package org.shardingjdbc.engine.internal.value;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.Parameters.Setter;
import org.shardingjdbc.plan.internal.nested.Subquery;

/**
 * How the values of a subquery's column become parameters of the statement around it and keep the type that the column
 * has. Immutable.
 */
public final class BoundColumn {
    private static final Map<PlainCarrier, Setter> SETTERS = new EnumMap<>(Map.of(
            PlainCarrier.SHORT, Setter.SHORT,
            PlainCarrier.INT, Setter.INT,
            PlainCarrier.LONG, Setter.LONG,
            PlainCarrier.DECIMAL, Setter.BIG_DECIMAL,
            PlainCarrier.FLOAT, Setter.FLOAT,
            PlainCarrier.DOUBLE, Setter.DOUBLE,
            PlainCarrier.BOOLEAN, Setter.BOOLEAN,
            PlainCarrier.TEXT, Setter.STRING,
            PlainCarrier.BYTES, Setter.BYTES));

    private final Carrier carrier;
    private final ValueForm form;

    private BoundColumn(Copies.Form form) {
        this.carrier = form.carrier();
        this.form = form.parameter();
    }

    /**
     * The way for a column, at the place of a subquery.
     *
     * @param index 1-based
     * @return null when no parameter has its type
     */
    public static @Nullable BoundColumn of(Copies copies, Subquery subquery, ResultSetMetaData columns, int index)
            throws SQLException {
        Copies.Place place =
                new Copies.Place(subquery.isOperand(), subquery.place() == Subquery.Place.SHOWN, subquery.keepsText());
        Copies.Form form = copies.bound(copies.column(columns, index), place);
        return form == null ? null : new BoundColumn(form);
    }

    /** How one value is written in the statement. */
    public ValueForm form() {
        return form;
    }

    /** The value of a column of the current row, 1-based. */
    public @Nullable Object read(ResultSet row, int index) throws SQLException {
        return carrier.read(row, index);
    }

    /** Whether a value can be set: NaN and infinities of a decimal cannot. */
    public boolean isSettable(@Nullable Object value) {
        return !(value instanceof Double) || carrier == PlainCarrier.DOUBLE;
    }

    /**
     * Sets a parameter.
     *
     * @param index 1-based
     */
    public void set(Parameters parameters, int index, @Nullable Object value) {
        if (value == null) {
            int type = carrier instanceof PlainCarrier plain ? plain.jdbcType() : Types.NULL;
            parameters.set(index, Setter.NULL, null, type);
        } else {
            parameters.set(index, setter(), value, null);
        }
    }

    private Setter setter() {
        return carrier == PlainCarrier.NUMBER
                ? Setter.BIG_DECIMAL
                : carrier instanceof PlainCarrier plain ? SETTERS.getOrDefault(plain, Setter.OBJECT) : Setter.OBJECT;
    }
}

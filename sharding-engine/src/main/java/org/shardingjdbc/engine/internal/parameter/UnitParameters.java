package org.shardingjdbc.engine.internal.parameter;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The parameters of one execution: what the setters were given, and the generated keys behind them. While it is bound,
 * several threads may read it.
 */
public final class UnitParameters {
    private static final Object[] NO_KEYS = {};

    private final Parameters given;
    private final Object[] generatedKeys;

    /** @param generatedKeys or null */
    public UnitParameters(Parameters given, Object @Nullable [] generatedKeys) {
        this.given = given;
        this.generatedKeys = generatedKeys == null ? NO_KEYS : generatedKeys;
    }

    /**
     * The parameters as they are stored.
     *
     * @param given null for a statement that has none
     * @param columns which of them rules transform; may be null
     * @param generatedKeys or null
     */
    public static UnitParameters stored(
            Parameters given, @Nullable ColumnValues columns, Object @Nullable [] generatedKeys) {
        return new UnitParameters(given == null ? new Parameters(0) : given.stored(columns), generatedKeys);
    }

    /** What routing sees. */
    public Object[] values() {
        return generatedKeys.length == 0 ? given.values() : given.valuesAnd(generatedKeys);
    }

    /** Sets all parameters of a unit's statement. */
    public void bind(PreparedStatement target, ChosenUnits execution, int unit) throws SQLException {
        bind(target, 0, execution, unit);
    }

    /**
     * Sets the parameters of a unit in a statement that has others before them.
     *
     * @param before how many
     */
    public void bind(PreparedStatement target, int before, ChosenUnits execution, int unit) throws SQLException {
        int count = execution.parameterCount(unit);
        for (int position = 0; position < count; position++) {
            int source = execution.parameterSource(unit, position);
            int place = before + position + 1;
            if (source >= given.count()) {
                bindOwn(target, place, generatedKeys[source - given.count()]);
            } else if (source >= 0) {
                given.replay(source, target, place);
            } else {
                bindOwn(target, place, execution.computedParameter(unit, position));
            }
        }
    }

    /** As {@link #bind}, after the execution; nothing where they were cleared since, or are streams. */
    public void bindAgain(PreparedStatement target, ChosenUnits execution, int unit) throws SQLException {
        if (given.isReplayable()) {
            bind(target, execution, unit);
        }
    }

    /** Sets a value that no setter was given. */
    static void bindOwn(PreparedStatement target, int position, @Nullable Object value) throws SQLException {
        if (value instanceof Long number) {
            target.setLong(position, number);
        } else if (value instanceof Integer number) {
            target.setInt(position, number);
        } else if (value instanceof String text) {
            target.setString(position, text);
        } else {
            target.setObject(position, value);
        }
    }

    /** The parameters of a unit's statement for a log. */
    public List<Object> describe(ChosenUnits execution, int unit) {
        List<Object> all = given.describe();
        List<Object> described = new ArrayList<>();
        for (int position = 0; position < execution.parameterCount(unit); position++) {
            int source = execution.parameterSource(unit, position);
            if (source >= given.count()) {
                described.add(generatedKeys[source - given.count()]);
            } else {
                described.add(source < 0 ? execution.computedParameter(unit, position) : all.get(source));
            }
        }
        return described;
    }
}

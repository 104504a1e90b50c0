package org.shardingjdbc.engine.internal.parameter;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The row sets of a PreparedStatement's batch, one behind the other in one array. How a value is set (by which setter,
 * with which other arguments) is kept once for as many row sets as are set alike, which mostly are all. One per batch;
 * not thread-safe while it grows, afterwards several threads may read it.
 */
public final class RowSets {
    private static final int FIRST_CAPACITY = 16;
    /** A larger array is not kept for the next batch. */
    private static final int MOST_KEPT_VALUES = 8192;

    private final int width;
    private Object[] values;
    private int size;
    /** How the latest row set is set. */
    private @Nullable Parameters form;
    /** The same of each row set; null while there was only one form. */
    private Parameters @Nullable [] forms;

    /** @param width how many parameters a row set has */
    public RowSets(int width) {
        this.width = width;
        this.values = new Object[FIRST_CAPACITY * width];
    }

    /** Adds a row set as it is set now, all parameters set. */
    public void add(Parameters parameters) {
        if ((size + 1) * width > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        parameters.copyValues(values, size * width);
        if (form == null || !parameters.isSetLike(form)) {
            Parameters next = parameters.copy();
            if (form != null && forms == null) {
                forms = new Parameters[Math.max(FIRST_CAPACITY, 2 * size)];
                Arrays.fill(forms, 0, size, form);
            }
            form = next;
        }
        if (forms != null) {
            forms = size < forms.length ? forms : Arrays.copyOf(forms, 2 * size);
            forms[size] = form;
        }
        size++;
    }

    public int size() {
        return size;
    }

    /** How many parameters a row set has. */
    public int width() {
        return width;
    }

    private Parameters form(int row) {
        return Objects.requireNonNull(forms == null ? form : forms[row], "no row set was added");
    }

    /** A row set as a statement's parameters. */
    public Parameters parameters(int row) {
        return form(row).with(values, row * width);
    }

    /** Writes the values of a row set into an array, from its beginning. */
    public void values(int row, Object[] target) {
        System.arraycopy(values, row * width, target, 0, width);
    }

    /**
     * The same with values as they are stored.
     *
     * @param columns which of them rules transform; may be null
     */
    public RowSets stored(@Nullable ColumnValues columns) {
        if (columns == null || !columns.binds()) {
            return this;
        }
        RowSets stored = new RowSets(width + columns.added().size());
        for (int row = 0; row < size; row++) {
            stored.add(parameters(row).stored(columns));
        }
        return stored;
    }

    /** Whether a parameter of the row set is read while it is set. */
    public boolean withStreams(int row) {
        return form(row).withStreams();
    }

    /** Whether a parameter of any row set is that source. */
    public boolean contains(StreamSource source) {
        if (forms == null) {
            return form != null && form.contains(source);
        }
        for (int row = 0; row < size; row++) {
            if (forms[row].contains(source)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sets all parameters of a unit's statement for a row set.
     *
     * @param generatedKeys of the row set; null where there are none
     */
    public void bind(
            int row, PreparedStatement target, ChosenUnits execution, int unit, Object @Nullable [] generatedKeys)
            throws SQLException {
        Parameters set = form(row);
        int first = row * width;
        int count = execution.parameterCount(unit);
        for (int position = 0; position < count; position++) {
            int source = execution.parameterSource(unit, position);
            if (source >= width) {
                UnitParameters.bindOwn(target, position + 1, Objects.requireNonNull(generatedKeys)[source - width]);
            } else if (source >= 0) {
                set.replay(source, values[first + source], target, position + 1);
            } else {
                UnitParameters.bindOwn(target, position + 1, execution.computedParameter(unit, position));
            }
        }
    }

    /** The parameters of a unit's statement for a log. */
    public List<Object> describe(int row, ChosenUnits execution, int unit, Object @Nullable [] generatedKeys) {
        return new UnitParameters(parameters(row), generatedKeys).describe(execution, unit);
    }

    /** Forgets all row sets, for another batch of the same statement. */
    public void clear() {
        if (values.length > MOST_KEPT_VALUES) {
            values = new Object[FIRST_CAPACITY * width];
        } else {
            Arrays.fill(values, 0, size * width, null);
        }
        size = 0;
        form = null;
        forms = null;
    }
}

package org.shardingjdbc.plan.internal.fact;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which values of a statement rules transform. Immutable, one per plan that has any.
 *
 * @param parameters by the statement's 0-based parameters, null entries where they stay as they are
 * @param added further placeholders, whose indexes follow those of the statement's parameters
 * @param results by the 0-based columns of its rows, null entries where the driver's getters answer; empty where all do
 * @param written those of the table that it writes
 */
public record ColumnValues(
        List<StoredColumn> parameters,
        List<AddedParameter> added,
        List<StoredColumn> results,
        List<StoredColumn> written) {
    /**
     * A placeholder for a second form of a parameter, for a literal whose stored form is another one each time, or for
     * a text that is computed of parameters.
     *
     * @param source the parameter, 0-based; {@link #OF_LITERAL} for a literal
     * @param literal its value; null for that of a parameter
     * @param computed the text that is computed; null for a parameter or literal as it is
     * @param column makes the form
     */
    public record AddedParameter(
            int source, @Nullable String literal, @Nullable ComputedText computed, StoredColumn column) {
        /** No parameter alone. */
        public static final int OF_LITERAL = -1;

        /** Another form of a parameter. */
        public AddedParameter(int source, StoredColumn column) {
            this(source, null, null, column);
        }

        /** A literal. */
        public AddedParameter(String literal, StoredColumn column) {
            this(OF_LITERAL, literal, null, column);
        }

        /** What is computed of parameters. */
        public AddedParameter(ComputedText computed, StoredColumn column) {
            this(OF_LITERAL, null, computed, column);
        }
    }

    public ColumnValues {
        parameters = Collections.unmodifiableList(parameters);
        added = List.copyOf(added);
        results = Collections.unmodifiableList(results);
        written = List.copyOf(written);
    }

    /** How a parameter is stored; null where it stays as it is. */
    public @Nullable StoredColumn parameter(int index) {
        return index < parameters.size() ? parameters.get(index) : null;
    }

    /** How a column of the rows is seen, 1-based; null where the driver's getters answer. */
    public @Nullable StoredColumn result(int column) {
        return column <= results.size() ? results.get(column - 1) : null;
    }

    /** Whether parameters or literals become others when they are bound. */
    public boolean binds() {
        return !parameters.isEmpty() || !added.isEmpty();
    }

    /** Whether a column of the rows is seen otherwise than it is stored. */
    public boolean decorates() {
        return !results.isEmpty();
    }

    /**
     * The column whose stored values are in an actual column of the table that is written, compared without case; null
     * where that is not transformed.
     */
    public @Nullable StoredColumn writtenColumn(String actual) {
        for (StoredColumn column : written) {
            if (column.column().stored().equalsIgnoreCase(actual)) {
                return column;
            }
        }
        return null;
    }

    /** The column of that logic name of the table that is written; null where that is not transformed. */
    public @Nullable StoredColumn writtenAs(String name) {
        for (StoredColumn column : written) {
            if (column.column().name().equalsIgnoreCase(name)) {
                return column;
            }
        }
        return null;
    }

    /**
     * Whether statements do not see an actual column of the table that is written: it has the second form of another
     * one, or one that is stored elsewhere has its name.
     */
    public boolean isHidden(String actual) {
        for (StoredColumn column : written) {
            boolean isForm = column.column().compared() != null
                    && column.column().compared().stored().equalsIgnoreCase(actual);
            boolean isCovered =
                    column.column().isRenamed() && column.column().name().equalsIgnoreCase(actual);
            if (isForm || isCovered && writtenColumn(actual) == null) {
                return true;
            }
        }
        return false;
    }
}

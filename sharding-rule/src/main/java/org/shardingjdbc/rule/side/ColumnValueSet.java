package org.shardingjdbc.rule.side;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * What one place of a statement says about the values of a column. Immutable.
 *
 * <pre>
 *   INSERT INTO t (a) VALUES (1), (?)      {@link Kind#VALUES} of a: 1, and the first parameter
 *   DELETE FROM t WHERE a IN (1, 2)        {@link Kind#VALUES} of a: 1 and 2
 *   DELETE FROM t WHERE b = 1              {@link #UNSAID} of a
 *   DELETE FROM t WHERE a &gt; 1 OR b = 1     {@link #UNCLEAR} of a
 * </pre>
 *
 * @param values the values; empty unless {@link Kind#VALUES}
 */
@Incubating
public record ColumnValueSet(Kind kind, List<SaidValue> values) {
    /** What is known about the values. */
    @Incubating
    public enum Kind {
        /** Nothing: no condition and no inserted row has one. */
        UNSAID,
        /** Every row that is inserted or changed, or that a condition lets through, has one of them. */
        VALUES,
        /** A condition or an inserted row concerns them, but does not say which values they are. */
        UNCLEAR
    }

    /** One value, which an execution may supply. Immutable, shared by all threads. */
    @Incubating
    @FunctionalInterface
    public interface SaidValue {
        /**
         * The value in an execution.
         *
         * @param parameters those of the execution
         * @return as written or set, null for NULL; an object of a class that holds no value where it is not known
         */
        @Nullable
        Object in(@Nullable Object[] parameters);
    }

    /** The statement says nothing. */
    public static final ColumnValueSet UNSAID = new ColumnValueSet(Kind.UNSAID, List.of());
    /** The statement concerns the column, but does not say which values. */
    public static final ColumnValueSet UNCLEAR = new ColumnValueSet(Kind.UNCLEAR, List.of());

    public ColumnValueSet {
        values = List.copyOf(values);
    }
}

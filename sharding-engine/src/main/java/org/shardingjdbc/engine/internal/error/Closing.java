package org.shardingjdbc.engine.internal.error;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes several things, one after the other, whatever fails meanwhile. Stateless. */
public final class Closing {
    private Closing() {}

    /** Does all of it; then throws the first failure, with the others attached. */
    public static void all(Runnable... steps) {
        all(Arrays.asList(steps));
    }

    /** As {@link #all(Runnable...)}, in the order of the list. */
    public static void all(List<? extends Runnable> steps) {
        Throwable first = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                first = first == null ? e : attached(first, e);
            }
        }
        if (first instanceof RuntimeException failure) {
            throw failure;
        }
        if (first != null) {
            throw (Error) first;
        }
    }

    /** Does all of it because of a failure, to which failures of the steps are attached. */
    public static void after(Throwable cause, List<? extends Runnable> steps) {
        try {
            all(steps);
        } catch (RuntimeException | Error e) {
            attached(cause, e);
        }
    }

    /** Closes it because of a failure, to which that of closing is attached. */
    public static void after(Throwable cause, AutoCloseable made) {
        try {
            made.close();
        } catch (Exception e) {
            attached(cause, e);
        }
    }

    /** Closes all of them, whatever fails meanwhile; then throws the first failure, with the others attached. */
    public static void close(Iterable<? extends AutoCloseable> all) throws SQLException {
        Throwable first = null;
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception | Error e) {
                first = first(first, e);
            }
        }
        if (first != null) {
            raise(first);
        }
    }

    /**
     * Of two failures the first, to which the other one is attached.
     *
     * @param first null for none
     * @param other null for none
     * @return null where there is none
     */
    public static @Nullable Throwable first(@Nullable Throwable first, @Nullable Throwable other) {
        if (first == null || other == null) {
            return first == null ? other : first;
        }
        return attached(first, other);
    }

    /** Throws what something failed with, an SQLException or unchecked. */
    public static void raise(Throwable failure) throws SQLException {
        if (failure instanceof SQLException sql) {
            throw sql;
        }
        if (failure instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(failure);
    }

    private static Throwable attached(Throwable first, Throwable other) {
        if (first != other) {
            first.addSuppressed(other);
        }
        return first;
    }
}

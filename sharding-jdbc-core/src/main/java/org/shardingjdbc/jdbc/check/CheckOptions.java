package org.shardingjdbc.jdbc.check;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a check looks at. Immutable.
 *
 * @param tables logic tables, compared without case; empty for all
 * @param rows which rows are read
 * @param sampleSize how many rows of a data node a sample has at most
 * @param timeLimit how long reading rows may take; what is not read by then is named in the report. Null for no limit
 * @param progress receives the progress
 */
public record CheckOptions(
        Set<String> tables,
        RowCheck rows,
        int sampleSize,
        @Nullable Duration timeLimit,
        CheckProgress progress) {
    private static final int SAMPLE_SIZE = 1000;

    /** Copies the set. */
    public CheckOptions {
        tables = Set.copyOf(tables);
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(progress, "progress");
        if (sampleSize < 1) {
            throw new IllegalArgumentException("a sample has 1 row or more, not " + sampleSize);
        }
    }

    /** All tables, 1000 rows of each data node, no limit of time. */
    public static CheckOptions standard() {
        return new CheckOptions(Set.of(), RowCheck.SAMPLE, SAMPLE_SIZE, null, CheckProgress.NONE);
    }

    /** Definitions only: no row is read. */
    public static CheckOptions definitions() {
        return standard().rows(RowCheck.NONE);
    }

    /** The same of these logic tables only. */
    public CheckOptions tables(Set<String> only) {
        return new CheckOptions(only, rows, sampleSize, timeLimit, progress);
    }

    /** The same with other rows. */
    public CheckOptions rows(RowCheck which) {
        return new CheckOptions(tables, which, sampleSize, timeLimit, progress);
    }

    /** The same with samples of another size. */
    public CheckOptions sampleSize(int most) {
        return new CheckOptions(tables, rows, most, timeLimit, progress);
    }

    /** The same with another limit; null for none. */
    public CheckOptions timeLimit(@Nullable Duration limit) {
        return new CheckOptions(tables, rows, sampleSize, limit, progress);
    }

    /** The same with another receiver of the progress. */
    public CheckOptions progress(CheckProgress told) {
        return new CheckOptions(tables, rows, sampleSize, timeLimit, told);
    }

    /** Receives the progress of a check. Called by several threads, one at a time. */
    @FunctionalInterface
    public interface CheckProgress {
        /** Reports nothing. */
        CheckProgress NONE = (step, done, all, rows) -> true;

        /**
         * A step is done, or some thousand rows more are read.
         *
         * @param step what the check does now, such as {@code ds_0.t_order_1}
         * @param done how many data sources or data nodes are done of {@code all}
         * @param all how many there are
         * @param rows how many rows were read so far
         * @return whether to go on; if not, the check ends soon and says in its report what it did not look at
         */
        boolean at(String step, int done, int all, long rows);
    }

    /** Which rows a check reads. */
    public enum RowCheck {
        /** None: definitions only. */
        NONE,
        /** Some of each data node, from both ends of its primary key. */
        SAMPLE,
        /** All. */
        ALL
    }
}

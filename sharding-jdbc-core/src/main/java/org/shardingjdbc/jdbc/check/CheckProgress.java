package org.shardingjdbc.jdbc.check;

/** Is told how far a check is. Called by several threads, one at a time. */
@FunctionalInterface
public interface CheckProgress {
    /** Tells nobody. */
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

package org.shardingjdbc.merge.internal;

/**
 * The numbers of one execution that bound a merge.
 *
 * @param offset rows to skip, at least 0
 * @param count rows to return at most, -1 for all
 * @param maxRows {@link java.sql.Statement#setMaxRows}, 0 for all
 * @param maxRowsInMemory how many rows a memory merge may hold before it fails; 0 for no bound
 */
public record MergeBounds(long offset, long count, long maxRows, long maxRowsInMemory) {
    /** Everything is returned. */
    public static final MergeBounds NONE = new MergeBounds(0, -1, 0, 0);
}

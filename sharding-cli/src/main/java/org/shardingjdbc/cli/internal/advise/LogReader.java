package org.shardingjdbc.cli.internal.advise;

/** Reads a log line by line and tells {@link LogEntries} of its statements. One per file; not thread-safe. */
interface LogReader {
    /**
     * The next line.
     *
     * @param number from 1
     */
    void line(String text, int number);

    /** There are no more lines. */
    void end();
}

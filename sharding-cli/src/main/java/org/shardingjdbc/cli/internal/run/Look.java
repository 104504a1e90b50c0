package org.shardingjdbc.cli.internal.run;

import org.shardingjdbc.cli.internal.output.RowWriter.Format;

/** How results are shown; changed by commands at the prompt. Not thread-safe. */
public final class Look {
    private Format format = Format.TABLE;
    private boolean timing = true;
    private boolean quiet;

    /** How rows are written. */
    public Format format() {
        return format;
    }

    /** Writes rows otherwise from now on. */
    public void format(Format next) {
        format = next;
    }

    /** Whether the time is told behind each statement. */
    public boolean timing() {
        return timing;
    }

    /** Tells times or not. */
    public void timing(boolean on) {
        timing = on;
    }

    /** Whether nothing but rows is written. */
    public boolean quiet() {
        return quiet;
    }

    /** Writes nothing but rows. */
    public void quiet(boolean on) {
        quiet = on;
    }
}

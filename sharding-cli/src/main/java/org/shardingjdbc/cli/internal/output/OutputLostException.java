package org.shardingjdbc.cli.internal.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** What was asked for cannot be written: the disk is full, or nobody reads it any more. */
public final class OutputLostException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    OutputLostException(IOException cause) {
        super("Standard output cannot be written: " + cause.getMessage(), cause);
    }

    /** Whether its reader has enough, as {@code head} has. */
    public boolean isUnread() {
        return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
}

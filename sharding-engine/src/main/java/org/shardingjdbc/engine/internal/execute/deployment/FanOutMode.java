package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.Locale;

/** The prop {@code fan-out}: who runs the execution groups of one execution that has several. */
public enum FanOutMode {
    /** The caller alone where that is expected to be quicker than a hand-over, else as {@link #PARALLEL}. */
    ADAPTIVE,
    /** The caller runs one group, workers run the others. */
    PARALLEL,
    /** The caller alone, however long that takes. */
    SEQUENTIAL;

    /** @param text one of the constants, in lower case */
    public static FanOutMode of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}

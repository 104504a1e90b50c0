package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.Locale;

/** The prop {@code fan-out}: who runs the execution groups of one execution that has several. */
public enum FanOutMode {
    /** The caller alone where that is expected to be quicker than to hand over, else as {@link #PARALLEL}. */
    ADAPTIVE,
    /** The caller one, workers the others. */
    PARALLEL,
    /** The caller alone, whatever it takes. */
    SEQUENTIAL;

    /** @param text one of the constants, in lower case */
    public static FanOutMode of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}

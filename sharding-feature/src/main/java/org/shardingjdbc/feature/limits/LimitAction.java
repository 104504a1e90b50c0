package org.shardingjdbc.feature.limits;

/** What becomes of a statement that is beyond a limit. */
public enum LimitAction {
    /** It is an error. */
    REFUSE,
    /** It goes on; its statement has an SQLWarning, and the log a line for each shape of statement. */
    WARN
}

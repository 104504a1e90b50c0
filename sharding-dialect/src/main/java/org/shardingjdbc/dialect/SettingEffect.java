package org.shardingjdbc.dialect;

/** What a setting of a session does that matters to routing and merging. */
public enum SettingEffect {
    /** Nothing that matters. */
    NONE,
    /** Texts, quotes or operators mean something else. */
    GRAMMAR,
    /** Values are compared or stored otherwise. */
    VALUES,
    /** The rows of a result are limited. */
    ROWS,
    /** Times are shifted on their way. */
    TIMES,
    /** It is followed, but only in a statement of its own. */
    ALONE
}

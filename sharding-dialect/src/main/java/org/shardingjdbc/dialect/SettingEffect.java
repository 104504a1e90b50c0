package org.shardingjdbc.dialect;

/** What a setting of a session does that matters to routing and merging. */
public enum SettingEffect {
    /** Nothing that matters. */
    NONE,
    /** Texts, quotes or operators mean something else. */
    GRAMMAR,
    /** Values are compared or stored otherwise. */
    VALUES,
    /** Texts are compared by their beginning where rows are sorted or grouped. */
    SORTS,
    /** The rows of a result are limited. */
    ROWS,
    /** Times are shifted on their way. */
    TIMES,
    /** It is followed, but only in a statement of its own. */
    ALONE
}

package org.shardingjdbc.dialect.internal;

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
    /** Texts travel in another encoding than the driver's. */
    CHARACTERS,
    /** Floating point numbers are delivered with fewer digits than they have. */
    DIGITS,
    /** NULLs sort at another end. */
    NULLS,
    /** The next key that a database makes is set, on each data node the same. */
    KEYS,
    /** A commit begins another transaction, or ends the connection. */
    COMMITS,
    /** The rows of a result are limited. */
    ROWS,
    /** Times are shifted on their way. */
    TIMES,
    /** It is followed, but only in a statement of its own. */
    ALONE
}

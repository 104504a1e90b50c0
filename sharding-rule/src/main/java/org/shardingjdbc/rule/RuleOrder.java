package org.shardingjdbc.rule;

/** The one order in which rules apply, the same for all: what stands first sees the statement as the user wrote it. */
public enum RuleOrder {
    /** Statements of tests go to data sources of their own. */
    SHADOW,
    /** What may be done at all. */
    LIMITS,
    /** What users see of what they read. */
    MASKING,
    /** What data nodes see of what users write. */
    ENCRYPTION,
    /** Where the rows of a table are: sharding, broadcast and single. */
    SHARDING,
    /** Which of several equal databases is asked. */
    READWRITE_SPLITTING
}

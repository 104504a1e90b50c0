package org.shardingjdbc.jdbc.check;

/** How bad a finding is; the worst first. */
public enum Severity {
    /** Statements fail, or their answers are wrong. */
    ERROR,
    /** They may be, with rows or statements that the check does not know. */
    WARNING,
    /** What could not be looked at. */
    NOTE
}

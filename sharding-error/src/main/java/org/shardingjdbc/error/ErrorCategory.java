package org.shardingjdbc.error;

/** Whose turn it is to act on an error. */
public enum ErrorCategory {
    /** The SQL or its parameters are wrong; the application corrects them. */
    USER,
    /** The configuration is wrong; whoever wrote the YAML or called the builder corrects it. */
    CONFIG,
    /** The SQL is right, but no rule proves that its sharded answer would be; the message says what to do instead. */
    UNSUPPORTED,
    /** A data source failed, was too slow or could not be reached. */
    BACKEND,
    /** A defect of this library. */
    BUG
}

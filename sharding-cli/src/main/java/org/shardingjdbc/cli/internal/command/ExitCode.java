package org.shardingjdbc.cli.internal.command;

/** What the command tells the shell. */
public final class ExitCode {
    /** All was done, and nothing was found. */
    public static final int DONE = 0;

    /** A statement failed or was refused, or something was found. */
    public static final int FOUND = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    /** The configuration has mistakes, a driver is missing, or a database does not answer. */
    public static final int NOT_OPEN = 3;

    /** The user pressed Ctrl-C. */
    public static final int CANCELLED = 130;

    private ExitCode() {}
}

package org.shardingjdbc.rule.execution;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * A statement of the application that is being planned, as rules look at it: by what it is, and neither by its text nor
 * by its literals, as one plan is for all texts that differ in these. Immutable; a rule looks at it while it is asked,
 * and holds on to what it found out alone.
 */
public interface PlannedStatement {
    /** What it does. */
    StatementKind kind();

    /** The tables that it names, each once, in the order in which they are found; not to be changed. */
    List<String> logicTables();

    /** Whether it has a part; always false of a statement of which nothing is known, such as a call. */
    @Incubating
    boolean has(StatementPart part);
}

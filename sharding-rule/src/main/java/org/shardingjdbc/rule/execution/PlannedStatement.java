package org.shardingjdbc.rule.execution;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * A statement of the application that is being planned, as rules look at it: by its structure, and neither by its text
 * nor by its literals, since texts that differ only in literals share one plan. Immutable; a rule may read it during
 * the call, and keeps its own conclusions only, not this object.
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

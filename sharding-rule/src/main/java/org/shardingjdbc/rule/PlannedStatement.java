package org.shardingjdbc.rule;

import java.util.List;

/** A statement of the application that is being planned, as rules look at it. Immutable. */
public interface PlannedStatement {
    /**
     * Its text as the application wrote it, or, of texts that differ in literals only, with {@code ?} in place of
     * these: a refusal must not depend on a literal.
     */
    String sql();

    /** What it does. */
    StatementKind kind();

    /** The tables that it names, each once; not to be changed. */
    List<String> logicTables();
}

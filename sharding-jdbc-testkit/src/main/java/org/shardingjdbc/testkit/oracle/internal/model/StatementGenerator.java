package org.shardingjdbc.testkit.oracle.internal.model;

import java.util.List;

/** Makes statements for a schema. Implementations keep no state between calls. */
public interface StatementGenerator {
    /** A statement that answers with rows; deterministic but for the order that it declares not to have. */
    GeneratedStatement read(SchemaModel schema, RandomChoices choices);

    /** An INSERT, UPDATE, DELETE or the like; what it changes follows from the rows that are there. */
    GeneratedStatement write(SchemaModel schema, RandomChoices choices);

    /** Several statements, reads and writes, that are run in one transaction. */
    List<GeneratedStatement> transaction(SchemaModel schema, RandomChoices choices);

    /** Several statements, some of which define or alter something, that are run one by one. */
    default List<GeneratedStatement> script(SchemaModel schema, RandomChoices choices) {
        return transaction(schema, choices);
    }
}

package org.shardingjdbc.jdbc.internal.document;

import org.shardingjdbc.rule.problem.Problems;

/**
 * The mistakes of a configuration, told by their places. Each {@code ShardingConfiguration} is one, which its public
 * face does not show. Immutable.
 */
public interface ConfigurationChecks {
    /** Adds the mistakes of everything but its rules. */
    void addMistakes(Problems problems);

    /**
     * Raises mistakes that were found in it, each with its line and column where it was read of a document, in the
     * document's order.
     *
     * @throws org.shardingjdbc.error.ShardingException when there are any
     */
    void raise(Problems problems);

    /** Whether the document that it was read of says something about {@code mode}, {@code transaction} and so on. */
    boolean says(String key);
}

package org.shardingjdbc.engine.internal.execute.deployment;

/**
 * The fence that statements pass before they run, where instances agree on the configuration. A statement that begins
 * enters the fence; a statement that has entered learns whether what it did counts. Safe for all threads.
 */
public interface StatementFence {
    /**
     * A statement enters, before its configuration is looked up. May wait a few seconds.
     *
     * @return to be left once
     * @throws org.shardingjdbc.error.ShardingException when the statement must not begin; then nothing was entered
     */
    Entry enter();

    /** Another configuration counts for the statements that begin from now on. */
    void turn();

    /** The entry of a statement, or of the transaction that it belongs to. */
    interface Entry {
        /** The statement or transaction is over. To be called once. */
        void leave();

        /** Whether the statement ran by a configuration that all other instances waited for. May wait a few seconds. */
        boolean holds();
    }
}

package org.shardingjdbc.engine.internal.execute.deployment;

/**
 * What statements pass before they run, where instances agree on the configuration by which they do: whoever begins
 * enters, and whoever has entered learns whether what it did counts. Safe for all threads.
 */
public interface StatementFence {
    /**
     * A statement begins, before it is found out by which configuration. May wait a few seconds.
     *
     * @return to be left once
     * @throws org.shardingjdbc.error.ShardingException when it must not; then nothing was entered
     */
    Entry enter();

    /** Another configuration counts for the statements that begin from now on. */
    void turn();

    /** A statement that has entered, or the transaction that it belongs to. */
    interface Entry {
        /** It is over. Once. */
        void leave();

        /** Whether it ran by a configuration that all others waited for. May wait a few seconds. */
        boolean holds();
    }
}

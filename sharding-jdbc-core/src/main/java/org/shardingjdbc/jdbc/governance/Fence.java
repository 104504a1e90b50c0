package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * What each statement of a data source passes where instances agree on the configuration by which statements run. A
 * registry that other instances may count on gives one ({@link GovernanceSession#fence}); the data source calls it.
 * Safe for all threads; one for each data source.
 */
@Incubating
public interface Fence {
    /**
     * A statement begins, before it is found out by which configuration. May wait a few seconds, for a look at the
     * registry.
     *
     * @return may be the same for several statements
     * @throws org.shardingjdbc.error.ShardingException when it must not begin, as others do not count on this instance;
     *     then nothing was entered
     */
    Entry enter();

    /** Another configuration counts for the statements that begin from now on. */
    void turn();

    /** A statement that has entered, or the transaction that it belongs to. */
    @Incubating
    interface Entry {
        /** It is over. Called once for each {@link Fence#enter}. */
        void leave();

        /**
         * Whether what entered then, and was executed, ran by a configuration that all others waited for: if not, it
         * must not be told as done. May wait as {@link Fence#enter} does.
         */
        boolean holds();
    }
}

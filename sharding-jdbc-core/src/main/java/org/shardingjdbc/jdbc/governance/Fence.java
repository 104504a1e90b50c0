package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * Lets statements of a data source begin only while this instance knows which configuration is valid for all instances.
 * A registry on which other instances rely provides one for each data source ({@link GovernanceSession#fence}); the
 * data source calls it for each statement. Safe for all threads.
 */
@Incubating
public interface Fence {
    /**
     * Called before a statement begins; the data source chooses the configuration of the statement after this returns.
     * May wait a few seconds for an answer of the registry.
     *
     * @return an entry that is left when the statement is over; several statements may get the same one
     * @throws org.shardingjdbc.error.ShardingException when the statement must not begin, because other instances may
     *     have changed the configuration without this one; then there is nothing to leave
     */
    Entry enter();

    /** Called when the data source has changed its configuration: statements that enter later use the new one. */
    void turn();

    /** One call of {@link Fence#enter}: a running statement, or the transaction that it belongs to. */
    @Incubating
    interface Entry {
        /** Called when the statement or transaction is over, once for each {@link Fence#enter}. */
        void leave();

        /**
         * Called after the statement was executed: whether its configuration was valid until then, because no other
         * instance can have changed it without this one. If false, the statement must not be reported as done. May wait
         * as {@link Fence#enter} does.
         */
        boolean holds();
    }
}

package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * Each statement of a data source passes it, if the instances agree on the configuration that statements run by. A
 * registry on which other instances rely provides one ({@link GovernanceSession#fence}); the data source calls it. Safe
 * for all threads; one for each data source.
 */
@Incubating
public interface Fence {
    /**
     * A statement begins; its configuration is determined afterwards. May wait a few seconds, for a look at the
     * registry.
     *
     * @return may be the same for several statements
     * @throws org.shardingjdbc.error.ShardingException when it must not begin, because the other instances do not rely
     *     on this one; then nothing was entered
     */
    Entry enter();

    /** Another configuration is valid for the statements that begin from now on. */
    void turn();

    /** A statement that has entered, or the transaction that it belongs to. */
    @Incubating
    interface Entry {
        /** It is over. Called once for each {@link Fence#enter}. */
        void leave();

        /**
         * Whether the statement, which was executed, ran by a configuration that all other instances waited for: if
         * not, it must not be reported as done. May wait as {@link Fence#enter} does.
         */
        boolean holds();
    }
}

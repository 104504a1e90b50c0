package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;

/** Is told when transactions of a session end, and the session, by the thread that converses. */
interface SessionEnds {
    SessionEnds UNHEARD = new SessionEnds() {
        @Override
        public void beforeCommit() {
            // nobody waits for it
        }

        @Override
        public void committed() {
            // nobody waits for it
        }

        @Override
        public void partRolledBack() {
            // nobody waits for it
        }

        @Override
        public void rolledBack() {
            // nobody waits for it
        }

        @Override
        public void closeAll() {
            // nobody waits for it
        }
    };

    /**
     * The transaction is about to be committed.
     *
     * @throws SQLException when it cannot be
     */
    void beforeCommit() throws SQLException;

    /** The transaction is committed. */
    void committed();

    /** A statement of it has failed, or it goes back to a savepoint; it may go on. */
    void partRolledBack();

    /** The transaction is rolled back, or will be. */
    void rolledBack();

    /** The session ends, or begins anew. */
    void closeAll();
}

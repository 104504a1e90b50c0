package org.shardingjdbc.testkit.replication;

/** How servers of one kind are told to replicate: statements of their administrator. */
interface ReplicationSql {
    /** @param port of the primary on this machine */
    String[] follow(int port);

    String[] pause();

    String[] resume();

    String[] stopFollowing();

    String[] promote();

    String[] readOnly(boolean set);

    /** A query for what a primary has written. */
    String position();

    /** A query that gives 1 on a standby that has it. */
    String hasReached(String position);
}

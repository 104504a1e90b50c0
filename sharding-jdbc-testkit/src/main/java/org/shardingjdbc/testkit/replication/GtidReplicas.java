package org.shardingjdbc.testkit.replication;

/** What MariaDB and MySQL have in common of replication by global transaction ids. */
abstract class GtidReplicas implements ReplicationSql {
    @Override
    public String[] pause() {
        return new String[] {"STOP SLAVE SQL_THREAD"};
    }

    @Override
    public String[] resume() {
        return new String[] {"START SLAVE SQL_THREAD"};
    }

    @Override
    public String[] stopFollowing() {
        return new String[] {"STOP SLAVE"};
    }

    @Override
    public String[] promote() {
        return new String[] {"STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0"};
    }

    @Override
    public String[] readOnly(boolean set) {
        return new String[] {"SET GLOBAL read_only = " + (set ? 1 : 0)};
    }
}

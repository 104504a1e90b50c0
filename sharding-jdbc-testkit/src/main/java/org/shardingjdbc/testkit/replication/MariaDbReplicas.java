package org.shardingjdbc.testkit.replication;

/** Replication of MariaDB by global transaction ids. */
final class MariaDbReplicas extends GtidReplicas {
    @Override
    public String[] follow(int port) {
        return new String[] {
            "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=" + port
                    + ", MASTER_USER='root', MASTER_PASSWORD='', MASTER_CONNECT_RETRY=1, MASTER_SSL=0, MASTER_USE_GTID=slave_pos",
            "START SLAVE"
        };
    }

    @Override
    public String position() {
        return "SELECT @@global.gtid_binlog_pos";
    }

    @Override
    public String hasReached(String position) {
        return "SELECT MASTER_GTID_WAIT('" + position + "', 0.01) = 0";
    }
}

package org.shardingjdbc.testkit.replication;

/** Replication of MySQL by global transaction ids. */
final class MySqlReplicas extends GtidReplicas {
    @Override
    public String[] follow(int port) {
        return new String[] {
            "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=" + port
                    + ", MASTER_USER='root', MASTER_PASSWORD='', MASTER_CONNECT_RETRY=1, MASTER_AUTO_POSITION=1,"
                    + " GET_MASTER_PUBLIC_KEY=1",
            "START SLAVE"
        };
    }

    @Override
    public String position() {
        return "SELECT @@global.gtid_executed";
    }

    @Override
    public String hasReached(String position) {
        return "SELECT GTID_SUBSET('" + position.replace("\n", "") + "', @@global.gtid_executed)";
    }
}

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

    /** Streaming replication of PostgreSQL. */
    final class PostgreSqlReplicas implements ReplicationSql {
        @Override
        public String[] follow(int port) {
            return new String[] {
                "ALTER SYSTEM SET primary_conninfo = 'host=localhost port=" + port + " user=postgres'",
                "SELECT pg_reload_conf()"
            };
        }

        @Override
        public String[] pause() {
            return new String[] {"SELECT pg_wal_replay_pause()"};
        }

        @Override
        public String[] resume() {
            return new String[] {"SELECT pg_wal_replay_resume()"};
        }

        @Override
        public String[] stopFollowing() {
            return follow(1);
        }

        @Override
        public String[] promote() {
            return new String[] {"SELECT pg_promote(true, 60)"};
        }

        @Override
        public String[] readOnly(boolean set) {
            return new String[0];
        }

        @Override
        public String position() {
            return "SELECT pg_current_wal_lsn()";
        }

        @Override
        public String hasReached(String position) {
            return "SELECT CASE WHEN pg_last_wal_replay_lsn() >= '" + position + "' THEN 1 ELSE 0 END";
        }
    }
}

package org.shardingjdbc.testkit.replication;

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

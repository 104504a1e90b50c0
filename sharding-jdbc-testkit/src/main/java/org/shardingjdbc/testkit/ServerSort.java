package org.shardingjdbc.testkit;

import java.util.List;
import org.opentest4j.TestAbortedException;

/** What tests can ask for that is a process: kinds of databases, and versions of one. */
enum ServerSort {
    POSTGRESQL(DatabaseKind.POSTGRESQL, "SHARDING_TEST_POSTGRESQL") {
        @Override
        NetworkServer start() {
            return EmbeddedPostgreSql.start(false);
        }
    },
    MARIADB(DatabaseKind.MARIADB, "SHARDING_TEST_MARIADB") {
        @Override
        NetworkServer start() {
            return EmbeddedMariaDb.start(false, List.of());
        }
    },
    /** The real server where this machine can run it, else a container. */
    MYSQL(DatabaseKind.MYSQL, MySqlVersion.V8.variable()) {
        @Override
        NetworkServer start() {
            try {
                return EmbeddedMySql.start(MySqlVersion.V8, EmbeddedMySql.ALONE);
            } catch (TestAbortedException e) {
                return MySqlContainer.start(e);
            }
        }
    },
    MYSQL57(DatabaseKind.MYSQL, MySqlVersion.V5.variable()) {
        @Override
        NetworkServer start() {
            return EmbeddedMySql.start(MySqlVersion.V5, EmbeddedMySql.ALONE);
        }
    };

    private final DatabaseKind kind;
    private final String variable;

    ServerSort(DatabaseKind kind, String variable) {
        this.kind = kind;
        this.variable = variable;
    }

    DatabaseKind kind() {
        return kind;
    }

    /**
     * Starts one for throw-away data.
     *
     * @throws TestAbortedException when this machine cannot run it
     */
    abstract NetworkServer start();

    /** The one that the environment names, else one of the build, else one of this JVM. */
    DatabaseServer find() {
        ServerAddress external = ServerAddress.fromEnvironment(variable, System.getenv());
        if (external != null) {
            return new NetworkServer(kind, external, "sharding_test_");
        }
        return LentServer.ofBuild(this).orElseGet(this::start);
    }
}

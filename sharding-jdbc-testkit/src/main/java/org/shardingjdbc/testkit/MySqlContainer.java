package org.shardingjdbc.testkit;

import org.opentest4j.TestAbortedException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** MySQL in a container, where the programs of the Maven artifact do not run. */
final class MySqlContainer extends NetworkServer {
    private static final String IMAGE = "mysql:8.4";
    private static final String PASSWORD = "sharding";

    private final MySQLContainer container;

    private MySqlContainer(MySQLContainer container, ServerAddress address) {
        super(DatabaseKind.MYSQL, address, "");
        this.container = container;
    }

    /**
     * @param reason why a container is asked for
     * @throws TestAbortedException when no Docker engine answers, which begins with the reason
     */
    static MySqlContainer start(TestAbortedException reason) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new TestAbortedException(
                    reason.getMessage() + " (no Docker engine answers, and SHARDING_TEST_MYSQL_URL names no server)",
                    reason);
        }
        MySQLContainer container = new MySQLContainer(DockerImageName.parse(IMAGE))
                .withUsername("root")
                .withPassword(PASSWORD)
                .withCommand("--max-connections=500", "--skip-log-bin", "--innodb-flush-log-at-trx-commit=0");
        container.start();
        String prefix = "jdbc:mysql://" + container.getHost() + ":" + container.getMappedPort(3306) + "/";
        String suffix = "?useSSL=false&allowPublicKeyRetrieval=true";
        return new MySqlContainer(container, new ServerAddress(prefix, suffix, "root", PASSWORD));
    }

    @Override
    void stop() {
        container.stop();
    }
}

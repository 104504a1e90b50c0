package org.shardingjdbc.governance.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.TcpProxy;

/** A database that takes questions and does not answer, as behind a firewall that has forgotten its connections. */
class SilentRegistryTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoIsNotAnsweredWaitsNotForEver(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String url = server.createDatabase("silent_registry");
        try (TcpProxy proxy = TcpProxy.to(url);
                Repository repository = new JdbcRepositories()
                        .open(new RepositoryProps(Map.of(
                                "jdbc_url",
                                proxy.url(url),
                                "username",
                                server.user(),
                                "password",
                                server.password(),
                                "timeToLiveSeconds",
                                "60")))) {
            repository.announce("instances/one", "here");
            assertThat(repository.write("configuration", "a", 0)).isEqualTo(1);
            proxy.stall();
            assertThatThrownBy(() -> repository.read("configuration")).hasMessageContaining("SHD-7003");
            assertThat(Governed.until(() -> !repository.isConnected())).isTrue();
            proxy.restore();
            assertThat(Governed.until(repository::isConnected)).isTrue();
            assertThat(repository.read("configuration").value()).isEqualTo("a");
        }
    }
}

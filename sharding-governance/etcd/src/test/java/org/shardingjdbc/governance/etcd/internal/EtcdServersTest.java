package org.shardingjdbc.governance.etcd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.governance.RepositoryProps;

/** What {@code server-lists} and the props beside it may be; nothing is connected to. */
class EtcdServersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "etcd1|etcd1:2379|false",
                "etcd1:1, http://etcd2:2|etcd1:1,etcd2:2|false",
                "https://etcd1:1,https://etcd2|etcd1:1,etcd2:2379|true",
                "[::1]:4|[::1]:4|false"
            })
    void serversAreHostsWithPortsOrUrls(String list, String shown, boolean encrypted) {
        EtcdServers servers = EtcdServers.of(list);
        assertThat(servers.text()).isEqualTo(shown);
        assertThat(servers.encrypted()).isEqualTo(encrypted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd1,", "ftp://etcd1:1", "etcd 1", "etcd1:port", "http://me:secret@etcd1:1"})
    void whatIsNoServerIsToldWithoutShowingIt(String list) {
        assertThatThrownBy(() -> EtcdServers.of(list))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("server-lists")
                .hasMessageNotContaining("secret");
    }

    @Test
    void serversWithTlsAndWithoutAreNotMixed() {
        assertThatThrownBy(() -> EtcdServers.of("https://etcd1:1,etcd2:2"))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("https");
    }

    @ParameterizedTest
    @CsvSource({
        "http, username, me, 'username' and 'password'",
        "http, password, secret, 'username' and 'password'",
        "http, trustedCertificates, some.pem, no https",
        "https, clientKey, some.pem, 'clientCertificate' and 'clientKey'",
        "https, trustedCertificates, none.pem, trustedCertificates names none.pem",
        "https, trustedCertificates, pom.xml, cannot be used"
    })
    void propsThatDoNotFitAreTold(String scheme, String prop, String value, String told) {
        Map<String, String> props =
                new HashMap<>(Map.of("namespace", "mistakes", "server-lists", scheme + "://localhost:1", prop, value));
        assertThatThrownBy(() -> new EtcdRepositories().open(new RepositoryProps(props)))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining(told)
                .hasMessageNotContaining("secret");
    }
}

package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import javax.net.SocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ProxyUser;
import org.shardingjdbc.proxy.ShardingProxy;

/** Addresses of clients behind a load balancer, as it tells them by the PROXY protocol. */
class LoadBalancerTest {
    private static final String SIGNATURE = "0D0A0D0A000D0A515549540A";
    private static final byte[] FAR_1 =
            "PROXY TCP4 10.1.2.3 10.9.9.9 4711 5432\r\n".getBytes(StandardCharsets.US_ASCII);
    /** With a field of the load balancer's own behind the addresses. */
    private static final byte[] FAR_2 = HexFormat.of()
            .parseHex(SIGNATURE + "2111" + "0010" + "0A010203" + "0A090909" + "1267" + "1538" + "04000100");

    private static final byte[] FAR_6 = HexFormat.of()
            .parseHex(SIGNATURE + "2121" + "0024" + "20010DB8000000000000000000000001"
                    + "20010DB8000000000000000000000002" + "1267" + "1538");
    private static final byte[] LOCAL = HexFormat.of().parseHex(SIGNATURE + "2000" + "0000");

    private static PostgreSqlBehindProxy servers;
    private static ShardingProxy proxy;

    @TempDir
    private Path files;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_load_balancer");
        proxy = Clients.proxy(servers, options().behindLoadBalancer("127.0.0.1"));
    }

    private static ProxyOptions options() {
        return ProxyOptions.onPort(0)
                .user(ProxyUser.of("near", "n").from("localhost"))
                .user(ProxyUser.of("far", "f").from("10.1.%"))
                .user(ProxyUser.of("far6", "f").from("2001:db8::/32"))
                .user(ProxyUser.of("second", "s").from("127.0.0.2"));
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        servers.close();
    }

    /** The sockets of a driver, that begin with a header; its parameter is that in hexadecimal digits. */
    public static final class Headed extends SocketFactory {
        private final byte[] header;

        public Headed(String hex) {
            header = HexFormat.of().parseHex(hex);
        }

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public void connect(SocketAddress address, int timeout) throws IOException {
                    super.connect(address, timeout);
                    // in pieces, as a network may bring them
                    getOutputStream().write(header, 0, header.length / 2);
                    getOutputStream().flush();
                    getOutputStream().write(header, header.length / 2, header.length - header.length / 2);
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException();
        }
    }

    private static void connect(ShardingProxy to, byte[] header, String user, String password) throws SQLException {
        try (Connection connection = Clients.connect(
                to,
                user,
                password,
                "socketFactory",
                Headed.class.getName(),
                "socketFactoryArg",
                HexFormat.of().formatHex(header))) {
            assertThat(Clients.value(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void theAddressOfTheHeaderCounts() throws Exception {
        connect(proxy, FAR_1, "far", "f");
        connect(proxy, FAR_2, "far", "f");
        connect(proxy, FAR_6, "far6", "f");
        assertThatThrownBy(() -> connect(proxy, FAR_1, "near", "n")).hasMessageContaining("password");
        assertThatThrownBy(() -> connect(proxy, FAR_2, "near", "n")).hasMessageContaining("password");
    }

    @Test
    void aLoadBalancersOwnConnectionHasItsOwnAddress() throws Exception {
        connect(proxy, LOCAL, "near", "n");
        connect(proxy, "PROXY UNKNOWN\r\n".getBytes(StandardCharsets.US_ASCII), "near", "n");
    }

    @Test
    void limitsCountTheClientsOfALoadBalancer() throws Exception {
        ProxyOptions options = options().clientsOfAddress(1).behindLoadBalancer("127.0.0.1");
        try (ShardingProxy limited = Clients.proxy(servers, options);
                Connection near = Clients.connect(
                        limited,
                        "near",
                        "n",
                        "socketFactory",
                        Headed.class.getName(),
                        "socketFactoryArg",
                        HexFormat.of().formatHex(LOCAL))) {
            connect(limited, FAR_1, "far", "f");
            assertThatThrownBy(() -> connect(limited, LOCAL, "near", "n")).hasMessageContaining("from this address");
            assertThat(Clients.value(near, "SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "PROXY TCP4 10.1.2.3 10.9.9.9 4711\r\n",
                "PROXY TCP4 10.1.2.300 10.9.9.9 4711 5432\r\n",
                "PROXY TCP6 10.1.2.3 10.9.9.9 4711 5432\r\n",
                "PROXY TCP4 10.1.2.3 10.9.9.9 99999 5432\r\n",
                "PROXY TCP4 10.1.2.3 10.9.9.9 4711 5432\n",
                "PROXY TCP4 10.1.2.3 10.9.9.9 4711 5432 and more and more and more and more and more and more and more",
                "GET / HTTP/1.1\r\n\r\n",
            })
    void whatIsNoHeaderIsRefused(String header) {
        assertThatThrownBy(() -> connect(proxy, header.getBytes(StandardCharsets.US_ASCII), "near", "n"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void brokenBinaryHeadersAreRefused() {
        for (String rest : new String[] {"31110000", "2111FFFF", "2211000C", "21110004" + "0A010203"}) {
            assertThatThrownBy(() -> connect(proxy, HexFormat.of().parseHex(SIGNATURE + rest), "near", "n"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void othersAreNotBelieved() throws Exception {
        try (ShardingProxy trustsNobody = Clients.proxy(servers, options())) {
            assertThatThrownBy(() -> connect(trustsNobody, FAR_1, "far", "f")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connect(trustsNobody, FAR_2, "far", "f")).isInstanceOf(SQLException.class);
            Clients.connect(trustsNobody, "near", "n").close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"send-proxy", "send-proxy-v2"})
    void haproxyTellsItsClients(String way) throws Exception {
        Program.require("haproxy");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path configuration = files.resolve("haproxy.cfg");
        Files.writeString(configuration, """
                defaults
                  mode tcp
                  timeout connect 5s
                  timeout client 60s
                  timeout server 60s
                listen proxy
                  bind 127.0.0.1:%d
                  server one 127.0.0.1:%d %s
                """.formatted(port, proxy.port(), way));
        Process haproxy = new ProcessBuilder("haproxy", "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(files.resolve("haproxy.log").toFile())
                .start();
        try {
            awaitPort(port);
            try (Connection connection =
                    Clients.connect(port, "logic", "second", "s", "localSocketAddress", "127.0.0.2")) {
                assertThat(Clients.value(connection, "SELECT 1")).isEqualTo("1");
            }
            assertThatThrownBy(() -> Clients.connect(port, "logic", "second", "s"))
                    .hasMessageContaining("password authentication failed");
        } finally {
            haproxy.destroy();
            haproxy.waitFor();
        }
    }

    private static void awaitPort(int port) throws Exception {
        for (int i = 0; i < 500; i++) {
            try {
                new Socket("127.0.0.1", port).close();
                return;
            } catch (IOException e) {
                Thread.sleep(20);
            }
        }
        throw new AssertionError("haproxy does not listen");
    }
}

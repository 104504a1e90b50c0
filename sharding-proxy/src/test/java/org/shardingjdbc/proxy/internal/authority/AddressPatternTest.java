package org.shardingjdbc.proxy.internal.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPatternTest {
    private static InetSocketAddress address(String text) throws Exception {
        return new InetSocketAddress(InetAddress.getByName(text), 1);
    }

    @ParameterizedTest
    @CsvSource({
        "%, 10.1.2.3, true",
        "'', 10.1.2.3, true",
        "%, ::1, true",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "10.1.%, 10.1.2.3, true",
        "10.1.%, 10.10.2.3, false",
        "10.1.0.0/16, 10.1.200.3, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.2.128/25, 10.1.2.200, true",
        "10.1.2.128/25, 10.1.2.127, false",
        "10.1.2.3/31, 10.1.2.2, true",
        "0.0.0.0/0, 10.1.2.3, true",
        "0.0.0.0/0, ::1, false",
        "::1, ::1, true",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "2001:db8:%, 2001:db8::1, true",
        "localhost, 127.0.0.9, true",
        "localhost, ::1, true",
        "localhost, 10.0.0.1, false",
    })
    void matches(String pattern, String client, boolean expected) throws Exception {
        assertThat(AddressPattern.of(pattern).matches(address(client))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host.example.com",
                "10.1.2",
                "10.1.2.3/33",
                "10.1.2.3/-1",
                "10.1.2.3/x",
                "x%",
                "%.1",
                "300.1.1.1"
            })
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> AddressPattern.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNotKnownBelongsToAllAlone() {
        assertThat(AddressPattern.ANY.matches(null)).isTrue();
        assertThat(AddressPattern.of("0.0.0.0/0").matches(null)).isFalse();
        assertThat(AddressPattern.of("localhost").matches(null)).isFalse();
    }

    @Test
    void theMostPreciseUserCounts() throws Exception {
        Users users = new Users(
                List.of(
                        account("%"),
                        account("10.0.0.0/8"),
                        account("10.1.%"),
                        account("10.1.2.3"),
                        account("localhost"),
                        account("127.0.0.1")),
                false);
        assertThat(found(users, "192.168.0.1")).isEqualTo("u@%");
        assertThat(found(users, "10.2.0.1")).isEqualTo("u@10.0.0.0/8");
        assertThat(found(users, "10.1.0.1")).isEqualTo("u@10.1.%");
        assertThat(found(users, "10.1.2.3")).isEqualTo("u@10.1.2.3");
        assertThat(found(users, "127.0.0.1")).isEqualTo("u@127.0.0.1");
        assertThat(found(users, "127.0.0.2")).isEqualTo("u@localhost");
    }

    private static ProxyAccount account(String from) {
        return new ProxyAccount("u", AddressPattern.of(from), "p", false, null, false);
    }

    private static String found(Users users, String client) throws Exception {
        return String.valueOf(users.find("u", address(client)));
    }
}

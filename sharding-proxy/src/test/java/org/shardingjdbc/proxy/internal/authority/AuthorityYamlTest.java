package org.shardingjdbc.proxy.internal.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderType;

class AuthorityYamlTest {
    private static Map<String, ProxyAccount> read(String yaml) {
        return AuthorityYaml.read(yaml, "server.yaml", PlaceholderType.SYSTEM_PROPS).stream()
                .collect(Collectors.toMap(ProxyAccount::toString, Function.identity()));
    }

    private static ProxyAccount of(Map<String, ProxyAccount> users, String name) {
        return Objects.requireNonNull(users.get(name), name);
    }

    @Test
    void usersAreReadAsTheyAreWritten() {
        Map<String, ProxyAccount> users = read("""
                databaseName: logic
                authority:
                  users:
                    - user: root@%
                      password: root
                      admin: true
                    - user: sharding
                      password: 1234
                    - user: analyst@10.1.%
                      password: $${no.such.property::from-default}
                      readOnly: true
                    - user: speaker@localhost
                      password: s
                      distSQL: true
                    - user: quiet@localhost
                      password: q
                      admin: true
                      distSQL: false
                  privilege:
                    type: ALL_PERMITTED
                """);

        assertThat(users.keySet())
                .containsExactlyInAnyOrder(
                        "root@%", "sharding@%", "analyst@10.1.%", "speaker@localhost", "quiet@localhost");
        assertThat(users.values()).extracting(ProxyAccount::databases).containsOnlyNulls();
        assertThat(of(users, "root@%").distSql()).isTrue();
        assertThat(of(users, "sharding@%").distSql()).isFalse();
        assertThat(of(users, "sharding@%").password()).isEqualTo("1234");
        assertThat(of(users, "sharding@%").readOnly()).isFalse();
        assertThat(of(users, "analyst@10.1.%").readOnly()).isTrue();
        assertThat(of(users, "analyst@10.1.%").password()).isEqualTo("from-default");
        assertThat(of(users, "speaker@localhost").distSql()).isTrue();
        assertThat(of(users, "quiet@localhost").distSql()).isFalse();
    }

    @Test
    void databasesAreGrantedByName() {
        Map<String, ProxyAccount> users = read("""
                authority:
                  users:
                    - {user: root@%, password: root, admin: true}
                    - {user: one@%, password: a}
                    - {user: two@localhost, password: b}
                    - {user: all@%, password: c}
                    - {user: none@%, password: d}
                  privilege:
                    type: DATABASE_PERMITTED
                    props:
                      user-database-mappings: one@%=first, two@localhost=first, two@localhost=second, all@=*
                """);

        assertThat(of(users, "root@%").databases()).isNull();
        assertThat(of(users, "one@%").databases()).isEqualTo(Set.of("first"));
        assertThat(of(users, "two@localhost").databases()).isEqualTo(Set.of("first", "second"));
        assertThat(of(users, "all@%").databases()).isNull();
        assertThat(of(users, "none@%").databases()).isEmpty();
        assertThat(of(users, "none@%").mayUse("first")).isFalse();
    }

    @Test
    void documentsWithoutUsersNameNone() {
        assertThat(AuthorityYaml.read("databaseName: logic\n", "x.yaml", PlaceholderType.NONE))
                .isEqualTo(List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{users: [{user: a@%}]}                                   | key 'password' is missing",
                "{users: [{password: a}]}                                 | key 'user' is missing",
                "{users: [{user: '@%', password: a}]}                     | name@address",
                "{users: [{user: 'a@nowhere', password: a}]}              | No address of a client",
                "{users: [{user: a, password: a}, {user: 'a@%', password: b}]} | is there twice",
                "{users: [{user: a, password: a, admin: perhaps}]}        | admin",
                "{users: [{user: a, password: a, amdin: true}]}           | amdin",
                "{users: [{user: a, password: a}], privilege: {type: NOBODY}} | NOBODY",
                "{users: [{user: a, password: a}], privilege: {type: DATABASE_PERMITTED}} | props",
                "{users: [{user: a, password: a}], privilege: {type: DATABASE_PERMITTED,"
                        + " props: {user-database-mappings: 'b@%=x'}}} | 'b@%', which is no user",
                "{users: [{user: a, password: a}], privilege: {type: DATABASE_PERMITTED,"
                        + " props: {user-database-mappings: 'a@%'}}} | user@address=database",
            })
    void mistakesAreTold(String authority, String message) {
        assertThatThrownBy(() -> read("authority: " + authority + "\n"))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("server.yaml");
    }
}

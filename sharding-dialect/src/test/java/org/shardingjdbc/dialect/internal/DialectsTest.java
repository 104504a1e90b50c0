package org.shardingjdbc.dialect.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectsTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:x, H2",
        "jdbc:postgresql://localhost/x, POSTGRESQL",
        "jdbc:opengauss://localhost/x, OPENGAUSS",
        "JDBC:MariaDB://localhost/x, MARIADB",
        "jdbc:mysql:loadbalance://a/x, MYSQL",
        "jdbc:wrapper:mysql://localhost/x, MYSQL"
    })
    void isShownByAUrl(String url, String name) {
        assertThat(Dialects.ofUrl(url)).isSameAs(Dialects.named(name));
    }

    @Test
    void aUrlOrProductOfNobodyShowsNone() {
        assertThat(Dialects.ofUrl(null)).isNull();
        assertThat(Dialects.ofUrl("jdbc::x")).isNull();
        assertThat(Dialects.ofUrl("jdbc:other://h/x")).isNull();
        assertThat(Dialects.ofProduct("Other")).isNull();
    }

    @Test
    void isFoundByItsProduct() {
        assertThat(Dialects.ofProduct("PostgreSQL")).isSameAs(Dialects.POSTGRESQL);
        assertThat(Dialects.ofProduct("MariaDB")).isSameAs(Dialects.MARIADB);
    }

    @Test
    void nobodyHasAnUnknownName() {
        assertThatIllegalArgumentException().isThrownBy(() -> Dialects.named("nobody"));
    }

    @Test
    void noTwoHaveOneName() {
        List<Dialect> once = List.of(Dialects.H2, Dialects.MYSQL);
        assertThat(Dialects.distinct(once)).isEqualTo(once);
        assertThatIllegalStateException()
                .isThrownBy(() -> Dialects.distinct(List.of(Dialects.H2, Dialects.MYSQL, Dialects.H2)))
                .withMessageContaining(
                        "dialect H2 exists twice, in " + Dialects.H2.getClass().getName());
    }

    @Test
    void readsAsItsFamilyDoes() {
        assertThat(Dialects.MARIADB.readsAs(Dialects.MYSQL)).isTrue();
        assertThat(Dialects.OPENGAUSS.readsAs(Dialects.POSTGRESQL)).isTrue();
        assertThat(Dialects.H2.readsAs(Dialects.SQL92)).isFalse();
        assertThat(Dialects.all()).allMatch(dialect -> dialect.readsAs(dialect));
    }

    @Test
    void systemSchemasAreThoseOfTheDatabaseAlone() {
        for (Dialect dialect : Dialects.all()) {
            boolean my = dialect.family().equals("MYSQL");
            assertThat(dialect.naming().isSystemSchema("INFORMATION_SCHEMA")).isTrue();
            assertThat(dialect.naming().isSystemSchema("sys")).isEqualTo(my);
            assertThat(dialect.naming().isSystemSchema("performance_schema")).isEqualTo(my);
            assertThat(dialect.naming().isSystemSchema("pg_catalog"))
                    .isEqualTo(dialect.family().equals("POSTGRESQL"));
        }
    }

    @Test
    void whoSetsTheLastKeyIsAskedForItToo() {
        for (Dialect dialect : Dialects.all()) {
            assertThat(dialect.sessions().questionOfLastKey() == null)
                    .as(dialect.name())
                    .isEqualTo(dialect.sessions().settingOfLastKey() == null);
        }
    }
}

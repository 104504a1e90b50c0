package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.test.autoconfigure.jdbc.AutoConfigureTestDatabase;
import org.springframework.boot.test.autoconfigure.jdbc.AutoConfigureTestDatabase.Replace;
import org.springframework.boot.test.autoconfigure.jdbc.JdbcTest;
import org.springframework.test.context.ContextConfiguration;

/** Tests of a part of an application, which have few of the beans of Boot. */
class SlicesTest {
    @SpringBootConfiguration
    static class Application {}

    @Nested
    @JdbcTest(properties = "sharding.config=classpath:driver.yaml")
    @AutoConfigureTestDatabase(replace = Replace.NONE)
    @ContextConfiguration(classes = Application.class)
    class WithTheDatabaseOfTheApplication {
        @Autowired
        private DataSource dataSource;

        @Test
        void aPartOfTheApplicationIsSharded() {
            assertThat(dataSource).isInstanceOf(ShardingDataSource.class);
        }
    }

    @Nested
    @JdbcTest(properties = "spring.datasource.url=jdbc:sharding:classpath:driver.yaml")
    @AutoConfigureTestDatabase(replace = Replace.NONE)
    @ContextConfiguration(classes = Application.class)
    class WithAUrl {
        @Autowired
        private DataSource dataSource;

        @Test
        void noPoolStandsAroundOurs() {
            assertThat(dataSource).isInstanceOf(ShardingDataSource.class);
        }
    }

    @Nested
    @JdbcTest(properties = "sharding.config=classpath:driver.yaml")
    @AutoConfigureTestDatabase(replace = Replace.ANY)
    @ContextConfiguration(classes = Application.class)
    class WithADatabaseOfTheTest {
        @Autowired
        private DataSource dataSource;

        @Test
        void theEmbeddedDatabaseIsInThePlaceOfOurs() {
            assertThat(dataSource).isNotInstanceOf(ShardingDataSource.class);
        }
    }
}

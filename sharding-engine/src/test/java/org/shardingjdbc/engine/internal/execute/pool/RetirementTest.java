package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool that nobody names any more is closed when its connections have come back. */
@Timeout(300)
class RetirementTest {
    private final Retirement retirement = new Retirement();
    private final AtomicInteger closed = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private HikariDataSource pool;

    @BeforeEach
    void open() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:");
        config.setMaximumPoolSize(1);
        pool = new HikariDataSource(config);
    }

    @AfterEach
    void end() {
        pool.close();
    }

    private void closes() {
        closed.incrementAndGet();
        pool.close();
        over.countDown();
    }

    @Test
    void poolThatNobodyUsesIsClosedAtOnce() {
        retirement.close(pool, this::closes);
        assertThat(closed).hasValue(1);
    }

    @Test
    void whatIsNotOursToWaitForIsClosedAtOnce() {
        retirement.close(null, this::closes);
        assertThat(closed).hasValue(1);
    }

    @Test
    void poolIsClosedOnceAndAfterItsConnectionHasComeBack() throws SQLException, InterruptedException {
        try (Connection used = pool.getConnection()) {
            retirement.close(pool, this::closes);
            retirement.close(pool, this::closes);
            assertThat(closed).hasValue(0);
            assertThat(used.isValid(1)).isTrue();
        }
        over.await();
        assertThat(closed).hasValue(1);
    }
}

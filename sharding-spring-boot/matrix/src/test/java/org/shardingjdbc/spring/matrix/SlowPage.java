package org.shardingjdbc.spring.matrix;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A request that is in the middle of its transaction for a while. */
@RestController
public class SlowPage {
    /** Open when a request has read its first row. */
    static final CountDownLatch BEGUN = new CountDownLatch(1);

    private static final String NOTE = "SELECT note FROM t_order WHERE order_id = ?";
    private static final long PAUSE_MILLIS = 1_500;

    private final ObjectProvider<JdbcTemplate> jdbc;
    private final ObjectProvider<PlatformTransactionManager> transactions;

    /** By Spring. */
    public SlowPage(ObjectProvider<JdbcTemplate> jdbc, ObjectProvider<PlatformTransactionManager> transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /** Two notes. */
    @GetMapping("/slow")
    public String notes() {
        return new TransactionTemplate(transactions.getObject()).execute(status -> {
            String first = jdbc.getObject().queryForObject(NOTE, String.class, 1);
            BEGUN.countDown();
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            }
            return first + " " + jdbc.getObject().queryForObject(NOTE, String.class, 2);
        });
    }
}

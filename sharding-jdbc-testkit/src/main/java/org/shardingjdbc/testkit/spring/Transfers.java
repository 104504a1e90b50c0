package org.shardingjdbc.testkit.spring;

import java.sql.Connection;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What an application writes: methods whose transactions Spring begins and ends around them. */
@Transactional
public class Transfers {
    private final JdbcTemplate jdbc;

    public Transfers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** From an account to another. */
    public void transfer(int from, int to, int amount) {
        add(from, -amount);
        add(to, amount);
    }

    /** A runtime exception after a transfer: Spring rolls back. */
    public void transferAndFail(int from, int to) {
        transfer(from, to, 10);
        throw new IllegalStateException("after the transfer");
    }

    /** A checked exception after a transfer: Spring commits. */
    public void transferAndReport(int from, int to) throws ReportedException {
        transfer(from, to, 10);
        throw new ReportedException();
    }

    /** A checked exception that a rule names: Spring rolls back. */
    @Transactional(rollbackFor = ReportedException.class)
    public void transferOrReport(int from, int to) throws ReportedException {
        transferAndReport(from, to);
    }

    /**
     * Takes from an account, has a task run, which may suspend this transaction or nest in it, and gives to another.
     */
    public void around(int from, int to, Runnable task) {
        add(from, -10);
        task.run();
        add(to, 10);
    }

    /** Transfers, and then has a task run. */
    public void before(int from, int to, Runnable task) {
        transfer(from, to, 10);
        task.run();
    }

    /** In a transaction of its own. */
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void apart(int account, int amount) {
        add(account, amount);
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    /** Up to a savepoint of the caller's. */
    @Transactional(propagation = Propagation.NESTED)
    public void nested(int account, int amount) {
        add(account, amount);
        add(account + 1, amount);
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    /** Marks what it takes part in. */
    public void failInside() {
        throw new IllegalArgumentException("inside");
    }

    /** What is on all accounts. */
    @Transactional(readOnly = true)
    public int sum() {
        return jdbc.queryForObject("SELECT SUM(balance) FROM t_account", Integer.class);
    }

    /** Adds nothing to an account, by an UPDATE. */
    @Transactional(readOnly = true)
    public void writeThoughReadOnly(int account) {
        if (!Boolean.TRUE.equals(jdbc.execute(Connection::isReadOnly))) {
            throw new IllegalStateException("the connection does not know that it is read-only");
        }
        add(account, 0);
    }

    /** Sleeps beyond the time-out, between two statements. */
    @Transactional(timeout = 1)
    public void takeTooLong(int account) throws InterruptedException {
        add(account, 1);
        TimeUnit.MILLISECONDS.sleep(1_200);
        add(account, 1);
    }

    /** Executes, within the time-out, what takes longer. */
    @Transactional(timeout = 1)
    public void executeTooLong(int account, String sql) {
        add(account, 1);
        jdbc.execute(sql);
    }

    /** A transfer, and the level that its connection tells. */
    @Transactional(isolation = Isolation.SERIALIZABLE)
    public int isolation() {
        transfer(0, 1, 1);
        return jdbc.execute(Connection::getTransactionIsolation);
    }

    /** A key that is there already, on one of two data sources. */
    public void insertTwice(int account) {
        add(account + 1, 5);
        jdbc.update("INSERT INTO t_account VALUES (?, 0)", account);
    }

    /** Accounts with one each, from the first id on; returns the counts of the batch. */
    public int[] insertBatch(int first, int count) {
        return jdbc.batchUpdate(
                "INSERT INTO t_account VALUES (?, ?)",
                java.util.stream.IntStream.range(first, first + count)
                        .mapToObj(id -> new Object[] {id, 1})
                        .toList());
    }

    private void add(int account, int amount) {
        if (jdbc.update("UPDATE t_account SET balance = balance + ? WHERE id = ?", amount, account) != 1) {
            throw new IllegalStateException("no account " + account);
        }
    }

    /** Outside of a transaction, or in that of the caller. */
    @Transactional(propagation = Propagation.SUPPORTS)
    public int balance(int account) {
        return jdbc.queryForObject("SELECT balance FROM t_account WHERE id = ?", Integer.class, account);
    }

    /** Checked. */
    public static final class ReportedException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}

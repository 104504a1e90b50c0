package org.shardingjdbc.testkit.isolation;

import java.util.List;

/**
 * The rows that transactions are about: the first has 10, the second 20.
 *
 * @param a key of the first row
 * @param b key of the second row
 * @param c key of a row that is not there
 * @param d another one
 */
public record IsolationRows(int a, int b, int c, int d) {
    /** What makes them as they are at first. */
    List<String> reset() {
        return List.of(
                "DELETE FROM t_account",
                "INSERT INTO t_account (id, balance) VALUES (" + a + ", 10)",
                "INSERT INTO t_account (id, balance) VALUES (" + b + ", 20)");
    }

    String first() {
        return "SELECT balance FROM t_account WHERE id = " + a;
    }

    String second() {
        return "SELECT balance FROM t_account WHERE id = " + b;
    }

    String both() {
        return "SELECT balance FROM t_account WHERE id IN (" + a + ", " + b + ")";
    }

    /** At first no row is. */
    String divisible() {
        return "SELECT balance FROM t_account WHERE MOD(balance, 3) = 0";
    }

    String setFirst(int value) {
        return "UPDATE t_account SET balance = " + value + " WHERE id = " + a;
    }

    String setSecond(int value) {
        return "UPDATE t_account SET balance = " + value + " WHERE id = " + b;
    }

    String insertOneMore(int value) {
        return "INSERT INTO t_account (id, balance) VALUES (" + c + ", " + value + ")";
    }

    String insertAnother(int value) {
        return "INSERT INTO t_account (id, balance) VALUES (" + d + ", " + value + ")";
    }
}

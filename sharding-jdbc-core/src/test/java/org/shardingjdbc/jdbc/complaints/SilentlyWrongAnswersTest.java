package org.shardingjdbc.jdbc.complaints;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Complaints C1.1 to C1.9: one wrong row among right ones, and nobody told. */
class SilentlyWrongAnswersTest extends ComplaintsSuite {
    @Test
    @DisplayName("C1.1 a window function over rows of several nodes")
    void windows() {
        forms.rows("SELECT order_id, ROW_NUMBER() OVER (ORDER BY order_id) AS r FROM t_order")
                .rows("SELECT order_id, RANK() OVER (ORDER BY amount DESC) AS r FROM t_order WHERE order_id > ?", 2)
                .rows("SELECT order_id, SUM(amount) OVER (PARTITION BY status) AS s FROM t_order")
                .list("SELECT order_id, LAG(order_id) OVER (ORDER BY order_id) AS p FROM t_order ORDER BY order_id")
                .rows("SELECT order_id, COUNT(*) OVER () AS n FROM t_order WHERE status = ?", "new")
                .rows("SELECT order_id, SUM(amount) OVER w AS s FROM t_order WINDOW w AS (PARTITION BY status"
                        + " ORDER BY order_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)")
                .list(
                        "SELECT order_id, r FROM (SELECT order_id, ROW_NUMBER() OVER (PARTITION BY status ORDER BY order_id)"
                                + " AS r FROM t_order WHERE amount > ?) x WHERE r <= ? ORDER BY order_id",
                        0,
                        2)
                .list("SELECT status, SUM(amount) AS s, RANK() OVER (ORDER BY SUM(amount)) AS r FROM t_order"
                        + " WHERE status IS NOT NULL GROUP BY status ORDER BY r")
                .rows("SELECT order_id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY order_id) AS r FROM t_order")
                .rows("SELECT order_id, RANK() OVER (ORDER BY amount) AS r FROM t_order WHERE user_id = ?", 5);
    }

    @Test
    @DisplayName("C1.2 COUNT over a grouped, distinct or limited derived table, as paging plugins write it")
    void countsOfDerivedTables() {
        forms.list("SELECT COUNT(*) FROM (SELECT status FROM t_order GROUP BY status) t")
                .list(
                        "SELECT count(0) FROM (SELECT status, COUNT(*) c FROM t_order WHERE amount > ? GROUP BY status)"
                                + " table_count",
                        1)
                .list("SELECT COUNT(*) AS total FROM (SELECT DISTINCT product FROM t_item WHERE quantity > ?) TOTAL", 1)
                .list("SELECT COUNT(1) FROM (SELECT status FROM t_order GROUP BY status HAVING COUNT(*) > ?) tmp", 2)
                .list("SELECT COUNT(*) FROM (SELECT order_id FROM t_order ORDER BY order_id LIMIT 7) t")
                .list(
                        "SELECT COUNT(*), SUM(n), MAX(n) FROM (SELECT status, COUNT(*) AS n FROM t_order GROUP BY status) t")
                .list("SELECT COUNT(*) FROM (SELECT o.status, i.product FROM t_order o JOIN t_item i"
                        + " ON o.user_id = i.user_id AND o.order_id = i.order_id GROUP BY o.status, i.product) t")
                .list("SELECT COUNT(*) FROM (SELECT amount FROM t_order UNION SELECT balance FROM t_account) t")
                .list("SELECT COUNT(*) FROM (SELECT user_id, MAX(amount) FROM t_order GROUP BY user_id) t")
                .list("SELECT COUNT(*) FROM (SELECT order_id, status FROM t_order WHERE user_id IN (?, ?)) t", 1, 5)
                .list("WITH g AS (SELECT status FROM t_order GROUP BY status) SELECT COUNT(*) FROM g");
    }

    @Test
    @DisplayName("C1.3 DISTINCT aggregates with GROUP BY and LIMIT")
    void distinctAggregates() {
        forms.list(
                        "SELECT product, COUNT(DISTINCT user_id) AS n FROM t_item WHERE product IS NOT NULL GROUP BY product"
                                + " ORDER BY n DESC, product LIMIT ?",
                        2)
                .list("SELECT COUNT(DISTINCT amount), COUNT(*), SUM(amount) FROM t_order")
                .list("SELECT AVG(DISTINCT amount) FROM t_order")
                .list("SELECT SUM(DISTINCT quantity), MIN(quantity), COUNT(DISTINCT product) FROM t_item")
                .list(
                        "SELECT quantity, COUNT(DISTINCT product), COUNT(product) FROM t_item WHERE quantity > ?"
                                + " GROUP BY quantity HAVING COUNT(DISTINCT product) > ? ORDER BY quantity LIMIT 1",
                        0,
                        1)
                .list("SELECT COUNT(DISTINCT product) AS n, quantity FROM t_item GROUP BY quantity"
                        + " ORDER BY COUNT(DISTINCT product) DESC, quantity LIMIT 2 OFFSET 1")
                .list("SELECT COUNT(DISTINCT user_id) FROM t_item")
                .list("SELECT COUNT(DISTINCT city) FROM t_account WHERE balance > ?", -100);
    }

    @Test
    @DisplayName("C1.4 SELECT DISTINCT over all nodes")
    void distinctOverAllNodes() {
        forms.list("SELECT DISTINCT amount FROM t_order WHERE amount IS NOT NULL ORDER BY amount")
                .rows("SELECT DISTINCT status FROM t_order")
                .rows("SELECT DISTINCT status, amount FROM t_order WHERE order_id <> ?", 5)
                .list(
                        "SELECT DISTINCT quantity FROM t_item WHERE quantity IS NOT NULL ORDER BY quantity DESC LIMIT ?",
                        2)
                .rows("SELECT DISTINCT o.status FROM t_order o JOIN t_item i ON i.user_id = o.user_id")
                .rows("SELECT DISTINCT amount FROM t_order UNION ALL SELECT DISTINCT balance FROM t_account")
                .rows("SELECT DISTINCT amount * 2 AS d FROM t_order")
                .rows("SELECT status FROM t_order UNION SELECT product FROM t_item");
    }

    @Test
    @DisplayName("C1.5 a scalar or IN subquery is evaluated over all nodes, once")
    void subqueries() {
        forms.rows("SELECT order_id FROM t_order WHERE amount = (SELECT MAX(amount) FROM t_order)")
                .rows(
                        "SELECT order_id FROM t_order WHERE amount > (SELECT AVG(amount) FROM t_order WHERE status = ?)",
                        "paid")
                .rows(
                        "SELECT account_id FROM t_account WHERE owner_id IN (SELECT user_id FROM t_order WHERE amount > ?)",
                        9)
                .rows(
                        "SELECT order_id FROM t_order WHERE user_id IN (SELECT owner_id FROM t_account WHERE balance > ?)",
                        1)
                .rows("SELECT order_id FROM t_order WHERE user_id NOT IN (SELECT owner_id FROM t_account"
                        + " WHERE owner_id IS NOT NULL)")
                .rows("SELECT order_id FROM t_order WHERE user_id NOT IN (SELECT owner_id FROM t_account)")
                .rows("SELECT order_id, (SELECT COUNT(*) FROM t_account) AS n FROM t_order WHERE user_id = ?", 5)
                .rows("SELECT order_id FROM t_order WHERE EXISTS (SELECT 1 FROM t_account WHERE city = ?)", "Rome")
                .rows("SELECT account_id FROM t_account a WHERE EXISTS (SELECT 1 FROM t_order o"
                        + " WHERE o.user_id = a.owner_id AND o.amount < a.balance)")
                .rows("SELECT account_id, (SELECT SUM(amount) FROM t_order o WHERE o.user_id = a.owner_id) AS s"
                        + " FROM t_account a")
                .rows("SELECT order_id FROM t_order o WHERE EXISTS (SELECT 1 FROM t_item i WHERE i.user_id = o.user_id"
                        + " AND i.order_id = o.order_id)")
                .rows(
                        "SELECT order_id FROM t_order WHERE (user_id, amount) IN (SELECT owner_id, balance FROM t_account)")
                .list(
                        "SELECT status, COUNT(*) FROM t_order WHERE status IS NOT NULL GROUP BY status"
                                + " HAVING COUNT(*) > (SELECT COUNT(*) FROM t_account WHERE city = ?) ORDER BY status",
                        "Bonn");
    }

    @Test
    @DisplayName("C1.6 NOT IN and other negations do not narrow the route")
    void negations() {
        forms.rows("SELECT order_id FROM t_order WHERE user_id NOT IN (?, ?)", 1, 2)
                .rows("SELECT order_id FROM t_order WHERE NOT (user_id IN (?, ?))", 1, 2)
                .rows("SELECT order_id FROM t_order WHERE user_id <> ?", 1)
                .rows("SELECT order_id FROM t_order WHERE NOT user_id = ?", 5)
                .rows("SELECT order_id FROM t_order WHERE NOT (user_id = ? AND status = ?)", 5, "paid")
                .rows("SELECT order_id FROM t_order WHERE NOT (user_id <> ? OR status = ?)", 5, "paid")
                .rows("SELECT order_id FROM t_order WHERE user_id NOT BETWEEN ? AND ?", 2, 5)
                .rows("SELECT order_id FROM t_order WHERE (user_id = ?) IS NOT TRUE", 1)
                .rows("SELECT order_id FROM t_order WHERE user_id NOT IN (?, ?)", 1, null)
                .write("t_order", "DELETE FROM t_order WHERE user_id NOT IN (?, ?)", 1, 2)
                .write("t_order", "UPDATE t_order SET status = 'x' WHERE NOT (user_id = ?)", 5);
    }

    @Test
    @DisplayName("C1.7 OR and AND bind as SQL says, and what is always true narrows nothing")
    void orAndAnd() {
        forms.rows("SELECT order_id FROM t_order WHERE user_id = ? OR status = ? AND user_id = ?", 1, "sent", 3)
                .rows("SELECT order_id FROM t_order WHERE (user_id = ? OR status = ?) AND user_id = ?", 1, "sent", 3)
                .rows("SELECT order_id FROM t_order WHERE (user_id = ? OR 1 = 1)", 1)
                .rows("SELECT order_id FROM t_order WHERE user_id = ? OR TRUE", 1)
                .rows("SELECT order_id FROM t_order WHERE user_id = ? OR order_id = ?", 1, 9)
                .rows("SELECT order_id FROM t_order WHERE user_id = ? OR user_id = ? OR user_id = ?", 1, 2, 5)
                .rows("SELECT order_id FROM t_order WHERE user_id = ? AND user_id = ?", 1, 2)
                .rows("SELECT order_id FROM t_order WHERE user_id = ? AND NOT (user_id = ? OR status = ?)", 1, 2, "new")
                .rows(
                        "SELECT o.order_id FROM t_order o JOIN t_item i ON o.user_id = i.user_id AND (i.user_id = ? OR"
                                + " o.amount > ?)",
                        1,
                        50)
                .write("t_order", "DELETE FROM t_order WHERE user_id = ? OR amount < ? AND status <> ?", 1, 6, "sent");
    }

    @Test
    @DisplayName("C1.8 a key hashes alike in whatever class it is written and read")
    void keysOfAnyClass() {
        for (Object key : new Object[] {-1, -1L, (short) -1, new BigDecimal("-1"), -3, 0L, Integer.MIN_VALUE}) {
            forms.rows("SELECT s FROM t_small WHERE k = ?", key).rows("SELECT b FROM t_big WHERE k = ?", key);
        }
        forms.rows("SELECT b FROM t_big WHERE k IN (?, ?, ?)", -1, 4294967296L, Integer.MAX_VALUE)
                .rows("SELECT s FROM t_small WHERE k IN (?, ?)", 7L, -3)
                .rows("SELECT s.s, b.b FROM t_small s JOIN t_big b ON s.k = b.k")
                .rows("SELECT s.s FROM t_small s WHERE s.k IN (SELECT k FROM t_big WHERE b LIKE ?)", "m%")
                .write("t_big", "INSERT INTO t_big (k, b) VALUES (?, ?)", -9, "m9")
                .write("t_big", "DELETE FROM t_big WHERE k = ?", -1)
                .write("t_small", "DELETE FROM t_small WHERE k = ?", -1L)
                .write("t_small", "UPDATE t_small SET s = ? WHERE k = ?", "x", Long.valueOf(Integer.MIN_VALUE));
    }

    @Test
    @DisplayName("C1.9 texts are sorted, grouped and made distinct as the database's collation says")
    void collations() {
        forms.rows("SELECT city, COUNT(*) FROM t_person WHERE city IN (?, ?) GROUP BY city", "Ulm", "ULM")
                .rows("SELECT COUNT(*) FROM t_person GROUP BY city")
                .rows("SELECT COUNT(DISTINCT city) FROM t_person")
                .rows("SELECT MIN(person_id), COUNT(*) FROM t_person GROUP BY name")
                .listBy("name", "SELECT name FROM t_person ORDER BY name")
                .listBy("city", "SELECT city FROM t_person ORDER BY city DESC")
                .rows("SELECT person_id FROM t_person WHERE name = ?", "ANNA")
                .rows("SELECT person_id FROM t_person WHERE name IN (?, ?)", "anna", "ZOE")
                .rows("SELECT p.person_id, q.person_id FROM t_person p JOIN t_person q ON p.name = q.name")
                .write("t_person", "DELETE FROM t_person WHERE name = ?", "anna");
    }
}

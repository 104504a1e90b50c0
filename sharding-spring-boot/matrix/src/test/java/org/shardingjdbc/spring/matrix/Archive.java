package org.shardingjdbc.spring.matrix;

import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.spring.hint.HintedValue;
import org.shardingjdbc.spring.hint.ShardingHinted;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** What was sold, in the other sharded database: one data source for even years, one for odd ones. */
@Profile("several")
@Repository("archivedOrders")
public class Archive {
    private final JdbcTemplate jdbc;

    /** By Spring. */
    public Archive(@Qualifier("archive") DataSource dataSource) {
        jdbc = new JdbcTemplate(dataSource);
    }

    /** In every year. */
    public void create() {
        jdbc.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
    }

    @ShardingHinted(databaseValues = @HintedValue(table = "t_order", value = "#year"))
    public void keep(Integer year, long id) {
        jdbc.update("INSERT INTO t_order VALUES (?, ?)", id, "of " + year);
    }

    @ShardingHinted(databaseValues = @HintedValue(table = "t_order", value = "#year"))
    public List<String> notes(Integer year) {
        return jdbc.queryForList("SELECT note FROM t_order ORDER BY order_id", String.class);
    }

    /** The database of odd years, whatever they are. */
    @ShardingHinted(dataSourceName = "ds_1")
    public List<String> odd() {
        return jdbc.queryForList("SELECT note FROM t_order ORDER BY order_id", String.class);
    }

    /** In a transaction of a type that nothing on the class path has, so that none begins. */
    @Transactional
    @ShardingHinted(transactionType = "XA")
    public void move(long from, long to, int amount) {
        jdbc.update("UPDATE t_account SET balance = balance - ? WHERE id = ?", amount, from);
        jdbc.update("UPDATE t_account SET balance = balance + ? WHERE id = ?", amount, to);
    }
}

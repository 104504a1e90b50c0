package org.shardingjdbc.examples.batch;

import java.util.Map;
import javax.sql.DataSource;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.database.JdbcBatchItemWriter;
import org.springframework.batch.item.database.JdbcPagingItemReader;
import org.springframework.batch.item.database.Order;
import org.springframework.batch.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.item.database.builder.JdbcPagingItemReaderBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/** The job of Spring Batch: reads new orders page by page, and pays them in chunks of five, each a transaction. */
@Configuration(proxyBeanMethods = false)
class PayJob {
    /** An order as the job needs it: its key and its sharding value. */
    record NewOrder(long orderId, int userId) {}

    @Bean
    Job payOrders(JobRepository jobs, Step pay) {
        return new JobBuilder("payOrders", jobs).start(pay).build();
    }

    @Bean
    Step pay(
            JobRepository jobs,
            PlatformTransactionManager transactions,
            JdbcPagingItemReader<NewOrder> reader,
            JdbcBatchItemWriter<NewOrder> writer) {
        return new StepBuilder("pay", jobs)
                .<NewOrder, NewOrder>chunk(5, transactions)
                .reader(reader)
                .writer(writer)
                .build();
    }

    /** Each page begins behind the last key of the one before it, in all data nodes. */
    @Bean
    JdbcPagingItemReader<NewOrder> reader(DataSource dataSource) {
        return new JdbcPagingItemReaderBuilder<NewOrder>()
                .name("newOrders")
                .dataSource(dataSource)
                .selectClause("SELECT order_id, user_id")
                .fromClause("FROM t_order")
                .sortKeys(Map.of("order_id", Order.ASCENDING))
                .pageSize(5)
                .rowMapper((row, number) -> new NewOrder(row.getLong("order_id"), row.getInt("user_id")))
                .build();
    }

    /** With the user in the condition, each UPDATE of a batch goes to one data node. */
    @Bean
    JdbcBatchItemWriter<NewOrder> writer(DataSource dataSource) {
        return new JdbcBatchItemWriterBuilder<NewOrder>()
                .dataSource(dataSource)
                .sql("UPDATE t_order SET status = 'PAID' WHERE user_id = ? AND order_id = ?")
                .itemPreparedStatementSetter((order, statement) -> {
                    statement.setInt(1, order.userId());
                    statement.setLong(2, order.orderId());
                })
                .build();
    }
}

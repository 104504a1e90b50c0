package org.shardingjdbc.transaction.xa.spring;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * An application whose DataSource is sharded.
 *
 * @param context has the DataSource as a bean
 */
record Application(ShardingDataSource dataSource, AnnotationConfigApplicationContext context) {
    /** @param configuration its other beans */
    static Application start(ShardingDataSource dataSource, Class<?> configuration) {
        return start(dataSource, new AnnotationConfigApplicationContext(), configuration);
    }

    /** @param context that has beans which the configuration needs */
    static Application start(
            ShardingDataSource dataSource, AnnotationConfigApplicationContext context, Class<?> configuration) {
        context.registerBean(DataSource.class, () -> dataSource, bean -> bean.setDestroyMethodName(""));
        context.register(configuration);
        context.refresh();
        return new Application(dataSource, context);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    void close() throws SQLException {
        context.close();
        dataSource.close();
    }
}

package org.shardingjdbc.spring;

import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Makes the sharding data sources that properties describe, before Boot makes one of its own: it makes none then. An
 * application that makes a {@link ShardingDataSource} itself gets no other one.
 */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@Conditional(ShardingAutoConfiguration.OnShardedDatabase.class)
@ConditionalOnMissingBean(ShardingDataSource.class)
@Import(DataSourceRegistrar.class)
public class ShardingAutoConfiguration {
    /** Whether properties describe a sharded database. */
    static final class OnShardedDatabase extends SpringBootCondition {
        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            ConditionMessage.Builder message = ConditionMessage.forCondition("Sharded database");
            ShardedDatabases databases = ShardedDatabases.of(context.getEnvironment());
            return databases.names().isEmpty()
                    ? ConditionOutcome.noMatch(
                            message.didNotFind("sharding.config, sharding.databases, a jdbc:sharding: URL")
                                    .atAll())
                    : ConditionOutcome.match(message.found("database").items(databases.names()));
        }
    }
}

package org.shardingjdbc.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether properties describe a sharded database. */
final class OnShardedDatabase extends SpringBootCondition {
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

package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.FromDatabaseContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.SwitchReplicaContext;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/**
 * Switches a replica off or on, for all instances.
 *
 * @param from null for the only database
 */
record ReplicaSwitch(String group, String replica, boolean on, FromDatabaseContext from) implements Command {
    static ReplicaSwitch of(SwitchReplicaContext text) {
        return new ReplicaSwitch(
                StatementTexts.of(text.name(0)),
                StatementTexts.of(text.name(1)),
                text.ENABLE() != null,
                text.fromDatabase());
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public @Nullable Answer execute(CommandTarget target) throws SQLException {
        requireReplica(target.configuration());
        if (on) {
            target.governance().enable(replica);
        } else {
            target.governance().disable(replica);
        }
        return null;
    }

    private void requireReplica(ShardingConfiguration configuration) {
        Questions.requireDatabase(from == null ? null : from.name(), configuration);
        DataSourceGroup there = Groups.ruleOf(configuration).dataSourceGroups().get(group);
        if (there == null) {
            throw SyntaxErrors.wrong("there is no readwrite_splitting rule " + group);
        }
        if (!there.readDataSourceNames().contains(replica)) {
            throw SyntaxErrors.wrong("group " + group + " has no replica " + replica + "; it has "
                    + String.join(", ", there.readDataSourceNames()));
        }
    }
}

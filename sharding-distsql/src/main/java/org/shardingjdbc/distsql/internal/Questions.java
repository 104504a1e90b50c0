package org.shardingjdbc.distsql.internal;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.FromDatabaseContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.LikeContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** What all statements that ask something have in common: whose configuration, LIKE, the form of an answer. */
final class Questions {
    private Questions() {}

    /** What is asked of a configuration alone. */
    interface Of {
        Answer of(ShardingConfiguration configuration);
    }

    /** Of the configuration that is current then, where it is of the database that is named. */
    static Rows in(@Nullable FromDatabaseContext from, Of question) {
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            requireDatabase(from, configuration);
            return question.of(configuration);
        };
    }

    static void requireDatabase(@Nullable FromDatabaseContext from, ShardingConfiguration configuration) {
        requireDatabase(from == null ? null : from.name(), configuration);
    }

    /** @param name null for the only one */
    static void requireDatabase(@Nullable NameContext name, ShardingConfiguration configuration) {
        if (name != null && !StatementTexts.of(name).equalsIgnoreCase(configuration.databaseName())) {
            throw SyntaxErrors.wrong(
                    "there is no database " + StatementTexts.of(name) + " but " + configuration.databaseName());
        }
    }

    /** @param columns their labels, parted by blanks */
    static Answer answer(String columns, List<List<String>> rows) {
        return new Answer(List.of(columns.split(" ")), rows);
    }

    /** Of COUNT. */
    static Answer count(String name, ShardingConfiguration configuration, int count) {
        return answer(
                "rule_name database count",
                List.of(List.of(name, configuration.databaseName(), Integer.toString(count))));
    }

    /** By percent signs and underscores, without case; a backslash before one of them takes it as it is. */
    static boolean isLike(String name, LikeContext like) {
        return like == null
                || matches(
                        name.toLowerCase(Locale.ROOT),
                        0,
                        StatementTexts.unquoted(like.STRING().getText()).toLowerCase(Locale.ROOT),
                        0);
    }

    private static boolean matches(String name, int from, String pattern, int at) {
        if (at == pattern.length()) {
            return from == name.length();
        }
        char wanted = pattern.charAt(at);
        if (wanted == '%') {
            return matches(name, from, pattern, at + 1) || from < name.length() && matches(name, from + 1, pattern, at);
        }
        boolean asItIs = wanted == '\\' && at + 1 < pattern.length() && "%_\\".indexOf(pattern.charAt(at + 1)) >= 0;
        int last = asItIs ? at + 1 : at;
        return from < name.length()
                && (wanted == '_' || pattern.charAt(last) == name.charAt(from))
                && matches(name, from + 1, pattern, last + 1);
    }
}

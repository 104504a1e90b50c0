package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlBaseVisitor;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.MigratedTableContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShardedTableContext;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.RowMoves;
import org.shardingjdbc.jdbc.command.RowMoves.Step;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;

/** Statements about jobs that move rows, as far as the class path has who moves them. Stateless. */
final class JobStatements {
    private static final int WORDS = 2;

    private JobStatements() {}

    /** What is done with a job. */
    @FunctionalInterface
    private interface Doing {
        void run(CommandTarget target) throws SQLException;
    }

    private record JobCommand(Doing doing) implements Command {
        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public @Nullable Answer execute(CommandTarget target) throws SQLException {
            doing.run(target);
            return null;
        }
    }

    /** @throws ShardingException where the class path has nobody who moves rows */
    private static RowMoves moves(ParserRuleContext statement) {
        return ServiceLoader.load(RowMoves.class, JobStatements.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new ShardingException(
                        ErrorCode.DISTSQL_UNSUPPORTED,
                        words(statement),
                        "rows are moved by org.shardingjdbc:sharding-scaling, which the class path lacks; add it"));
    }

    private static String words(ParserRuleContext statement) {
        List<String> words = new ArrayList<>();
        while (words.size() < WORDS || words.contains("TIME") && words.size() < statement.getChildCount()) {
            words.add(statement.getChild(words.size()).getText().toUpperCase(Locale.ROOT));
        }
        return String.join(" ", words);
    }

    static Command of(DistSqlParser.JobContext text) {
        return new JobCommand(text.accept(new Reader()));
    }

    private static final class Reader extends DistSqlBaseVisitor<Doing> {
        @Override
        public Doing visitMigrateTables(DistSqlParser.MigrateTablesContext text) {
            List<MigratedTableContext> tables = text.migratedTable();
            requireDistinct(tables);
            List<ShardedTableContext> rules = tables.stream()
                    .map(MigratedTableContext::shardedTable)
                    .filter(each -> each != null)
                    .toList();
            UnaryOperator<ShardingConfiguration> next =
                    rules.isEmpty() ? UnaryOperator.identity() : ChangeReader.checked(rules, ChangeReader::alter);
            RowMoves moves = moves(text);
            return target -> {
                ShardingConfiguration now = target.configuration();
                ShardingConfiguration after = next.apply(now);
                ShardingConfiguration before = now;
                for (MigratedTableContext table : tables) {
                    requireRule(after, entered(table));
                    before = left(before, table, target);
                }
                moves.begin(
                        target,
                        before,
                        after,
                        tables.stream().map(JobStatements::entered).toList());
            };
        }

        @Override
        public Doing visitReshardTables(DistSqlParser.ReshardTablesContext text) {
            List<String> names = text.shardedTable().stream()
                    .map(each -> StatementTexts.of(each.name()))
                    .toList();
            UnaryOperator<ShardingConfiguration> next = ChangeReader.checked(text.shardedTable(), ChangeReader::alter);
            RowMoves moves = moves(text);
            return target -> {
                ShardingConfiguration now = target.configuration();
                moves.begin(target, now, next.apply(now), names);
            };
        }

        @Override
        public Doing visitCheckJob(DistSqlParser.CheckJobContext text) {
            if (text.algorithm() != null) {
                String type = StatementTexts.of(text.algorithm().value());
                if (!List.of("DATA_MATCH", "CRC32_MATCH").contains(type.toUpperCase(Locale.ROOT))) {
                    throw SyntaxErrors.at(
                            text.algorithm(),
                            "'" + type + "' is no type of check; expected is DATA_MATCH or CRC32_MATCH");
                }
            }
            return step(text, text.name(), Step.CHECK);
        }

        @Override
        public Doing visitStepJob(DistSqlParser.StepJobContext text) {
            return step(
                    text, text.name(), Step.valueOf(text.getChild(0).getText().toUpperCase(Locale.ROOT)));
        }

        @Override
        public Doing visitApplyTimeTables(DistSqlParser.ApplyTimeTablesContext text) {
            return moves(text)::applyTimeTables;
        }

        private static Doing step(ParserRuleContext statement, DistSqlParser.NameContext name, Step step) {
            RowMoves moves = moves(statement);
            String job = StatementTexts.of(name);
            return target -> moves.step(target, job, step);
        }
    }

    private static void requireDistinct(List<MigratedTableContext> tables) {
        Set<String> names = new HashSet<>();
        for (MigratedTableContext table : tables) {
            if (!names.add(entered(table).toLowerCase(Locale.ROOT))) {
                throw SyntaxErrors.at(table, "a table stands twice");
            }
        }
    }

    /** The logic table that rows go into. */
    private static String entered(MigratedTableContext text) {
        return StatementTexts.of(
                text.shardedTable() == null ? text.name(2) : text.shardedTable().name());
    }

    private static void requireRule(ShardingConfiguration next, String table) {
        if (!ShardingDraft.of(next).has(table)) {
            throw SyntaxErrors.wrong("there is no sharding table rule " + table
                    + "; write it behind INTO, as in CREATE SHARDING TABLE RULE");
        }
    }

    /** With the plain table as what the logic table is. */
    private static ShardingConfiguration left(
            ShardingConfiguration now, MigratedTableContext text, CommandTarget target) throws SQLException {
        String unit = StatementTexts.of(text.name(0));
        String node = unit + "." + StatementTexts.of(text.name(1));
        String table = entered(text);
        if (!now.dataSources().containsKey(unit)) {
            throw SyntaxErrors.wrong("there is no storage unit " + unit);
        }
        if (!ShardingDraft.of(now).has(table) && target.dataNodes(table).equals(List.of(node))) {
            return now;
        }
        return ChangeReader.sharding(draft -> {
                    draft.remove(table);
                    draft.bindingTables.removeIf(
                            group -> group.tables().stream().anyMatch(table::equalsIgnoreCase));
                    draft.tables.add(new ShardedTableConfiguration(table, node, null, null, null, null));
                })
                .apply(now);
    }

    static Rows rows(DistSqlParser.ShowJobsContext text) {
        RowMoves moves = moves(text);
        return moves::list;
    }

    static Rows rows(DistSqlParser.ShowJobContext text) {
        RowMoves moves = moves(text);
        String job = StatementTexts.of(text.name());
        return text.CHECK() == null ? target -> moves.status(target, job) : target -> moves.checked(target, job);
    }

    static Rows rows(DistSqlParser.ShowJobRuleContext text) {
        RowMoves moves = moves(text);
        return moves::rule;
    }

    static Rows rows(DistSqlParser.ShowTimeTablesContext text) {
        return moves(text)::timeTables;
    }

    static Rows rows(DistSqlParser.AdviseSlotsContext text) {
        RowMoves moves = moves(text);
        String table = StatementTexts.of(text.name());
        boolean byStatements = text.STATEMENTS() != null;
        List<String> more = text.names() == null ? List.of() : StatementTexts.of(text.names());
        return target -> moves.adviseSlots(target, table, byStatements, more);
    }
}

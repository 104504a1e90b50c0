package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * The top of a plan: what a statement of the application, or of a step, does. It is all that follows from one SQL text
 * under one version of the rules and the catalog. Immutable, cached, shared by all threads.
 */
public sealed interface StatementPlan extends Operator, NestedStatement.Plan
        permits ShardPlan,
                SequencePlan,
                StatementPlan.CommandPlan,
                StatementPlan.ExplainPlan,
                StatementPlan.SessionPlan,
                StatementPlan.SettingPlan,
                StatementPlan.ShowPlan {
    /**
     * A function of the kinds of plans.
     *
     * @param <T> its result
     */
    interface Cases<T> {
        T of(ShardPlan plan);

        T of(SettingPlan plan);

        T of(SessionPlan plan);

        T of(ExplainPlan plan);

        T of(ShowPlan plan);

        T of(CommandPlan plan);

        T of(SequencePlan plan);
    }

    /** Applies the function to the kind of this plan. */
    <T> T match(Cases<T> cases);

    /** How many {@code ?} the statement has. */
    int parameterCount();

    /** Where the executions may go, as far as that follows from the text. */
    default Reach reach() {
        return Reach.ofSession();
    }

    @Override
    default List<? extends Operator> inputs() {
        return List.of();
    }

    /**
     * A statement about the configuration, in a language that no database knows.
     *
     * @param sql as written
     * @param command the parsed statement of that language
     */
    record CommandPlan(String sql, LanguageCommand command) implements StatementPlan {
        /** A parsed statement of such a language. Immutable. */
        public interface LanguageCommand {}

        /** Parses such statements; null for all others. */
        @FunctionalInterface
        public interface Language extends Function<String, LanguageCommand> {
            /** No such language. */
            Language NONE = sql -> null;
        }

        @Override
        public String word() {
            return "CommandPlan";
        }

        @Override
        public int parameterCount() {
            return 0;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.of(this);
        }
    }

    /**
     * {@code EXPLAIN SHARDING} or {@code PREVIEW}: the answer is the explanation of the plan inside, which is executed
     * only where that is asked for.
     *
     * @param explained the plan of the explained statement
     * @param sql the explained statement, with the hints that count for it
     * @param answer the kind of answer
     */
    record ExplainPlan(StatementPlan explained, String sql, Answer answer) implements StatementPlan {
        /** The parts of a plan that are shown. */
        public enum Answer {
            /** The tree of its operators. */
            TREE,
            /** Only the SQL that goes to data sources, as by PREVIEW. */
            UNITS,
            /** The tree with measurements of an execution, for which the statement is really executed. */
            MEASURED_TREE
        }

        @Override
        public String word() {
            return "ExplainPlan";
        }

        @Override
        public int parameterCount() {
            return explained.parameterCount();
        }

        @Override
        public List<StatementPlan> inputs() {
            return List.of(explained);
        }

        @Override
        public Reach reach() {
            return explained.reach();
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.of(this);
        }
    }

    /**
     * A statement about the logical connection: BEGIN, COMMIT, SAVEPOINT, SET, USE. The connection remembers and
     * replays it.
     *
     * @param sql as written
     * @param statement its tree
     * @param parameterCount how many placeholders it has
     * @param apart its settings one by one, where each connection might compute another value: the values are computed
     *     once, before; else none
     */
    record SessionPlan(String sql, Statement statement, int parameterCount, List<OneSetting> apart)
            implements StatementPlan {
        public SessionPlan {
            apart = List.copyOf(apart);
        }

        /**
         * A SET of one setting.
         *
         * @param set with a placeholder for a value that is computed
         * @param sql its text
         * @param value computes it; null where it is as constant as a literal
         */
        public record OneSetting(
                SetStatement set, String sql, @Nullable NestedStatement value) {}

        @Override
        public String word() {
            return "SessionPlan";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.of(this);
        }
    }

    /**
     * A query that sets a variable of the session: the connection remembers the setting as it does a SET, then the
     * query is run for its row.
     *
     * @param setting the setting
     * @param query the query itself
     */
    record SettingPlan(SessionPlan setting, ShardPlan query) implements StatementPlan {
        @Override
        public String word() {
            return "SettingPlan";
        }

        @Override
        public int parameterCount() {
            return setting.parameterCount();
        }

        @Override
        public List<StatementPlan> inputs() {
            return List.of(setting, query);
        }

        @Override
        public Reach reach() {
            return query.reach();
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.of(this);
        }
    }

    /**
     * A SHOW or DESCRIBE whose answer must show logic names.
     *
     * @param sql as written
     * @param statement its tree
     * @param table the table that it asks about, or null
     */
    record ShowPlan(
            String sql, ShowStatement statement, @Nullable LogicTable table) implements StatementPlan {
        @Override
        public String word() {
            return "ShowPlan";
        }

        @Override
        public int parameterCount() {
            return 0;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.of(this);
        }
    }
}

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
 * The top of a plan: what a statement of the application, or of a step, does. All that follows from one SQL text under
 * one version of the rules and the catalog. Immutable, cached, shared by all threads.
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
     * What is made of each kind.
     *
     * @param <T> what is made
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

    /** What is made of its kind. */
    <T> T match(Cases<T> cases);

    /** How many {@code ?} the statement has. */
    int parameterCount();

    /** Where its executions may go, as far as the text tells. */
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
     * @param command what it says, as its language knows it
     */
    record CommandPlan(String sql, LanguageCommand command) implements StatementPlan {
        /** What a statement of such a language says. Immutable. */
        public interface LanguageCommand {}

        /** Finds such statements: null for all others. */
        @FunctionalInterface
        public interface Language extends Function<String, LanguageCommand> {
            /** There is none. */
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
     * @param explained the plan of the statement that is explained
     * @param sql that statement, with the hints that it heeds
     * @param answer what is asked for
     */
    record ExplainPlan(StatementPlan explained, String sql, Answer answer) implements StatementPlan {
        /** What is shown of a plan. */
        public enum Answer {
            /** The tree of its operators. */
            TREE,
            /** Only the SQL that goes to data sources, as by PREVIEW. */
            UNITS,
            /** The tree with what was measured while the statement was really executed. */
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
     * @param statement what it says
     * @param parameterCount how many placeholders it has
     * @param apart where values are set that each connection might compute to something else: its settings one by one,
     *     so that these values are computed first; else none
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
     * A query that sets a variable of the session: the connection remembers it as it does a SET, then the query is run
     * for its row.
     *
     * @param setting what it sets
     * @param query itself
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
     * @param statement what it says
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

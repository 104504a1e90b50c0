package org.shardingjdbc.jdbc.command;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/**
 * Begins jobs that move the rows of tables to another layout, steers them and tells how far they are, for a
 * {@link CommandLanguage} that has statements for that. An implementation is listed in {@code META-INF/services} and
 * has a public constructor without parameters; it has no state and is safe for all threads. All methods throw
 * {@link SQLException} or {@link org.shardingjdbc.error.ShardingException} when they cannot do what they are asked.
 */
@Incubating
public interface RowMoves {
    /** What a statement asks of a job. */
    @Incubating
    enum Step {
        /** Begin, or continue where the job was interrupted, in this instance. */
        START,
        /** Stop in this instance; what was done stays, so that the job can be started again. */
        STOP,
        /** Compare every row of the old layout with the new one. */
        CHECK,
        /** Make statements use the new layout. */
        SWITCH,
        /** Make statements use the old layout again. */
        REVERSE,
        /** End the job after the switch: keep the new layout, and drop the tables of the old one. */
        COMMIT,
        /**
         * End the job without the switch, or after it was reversed: keep the old layout, and drop the tables of the new
         * one.
         */
        ROLLBACK
    }

    /** The jobs that run in this instance for one data source, which {@linkplain CommandTarget#kept keeps} them. */
    @Incubating
    interface Running extends AutoCloseable {
        /** How far each of them is. */
        List<MoveState> states();

        @Override
        void close();
    }

    /**
     * Begins a job in this instance, and gives it a name that no other job has.
     *
     * @param before the configuration with the old layout; statements use it while rows are moved
     * @param next the configuration with the new layout
     * @param tables the logic tables whose rows are moved
     */
    void begin(CommandTarget target, ShardingConfiguration before, ShardingConfiguration next, List<String> tables)
            throws SQLException;

    /**
     * Tells a job to take a step, and waits until that is done; for {@link Step#START}, only until the job runs.
     *
     * @param job the name of the job
     */
    void step(CommandTarget target, String job, Step step) throws SQLException;

    /** The jobs of all instances: one row for each job. */
    Answer list(CommandTarget target) throws SQLException;

    /** How far a job is: one row for each data node whose rows it copies. */
    Answer status(CommandTarget target, String job) throws SQLException;

    /** The result of the last {@link Step#CHECK} of a job in this instance. */
    Answer checked(CommandTarget target, String job) throws SQLException;

    /** The options that jobs run with. */
    Answer rule(CommandTarget target) throws SQLException;

    /** The actual tables of {@code !TIME_TABLES}, and what the next round will do with each; changes nothing. */
    Answer timeTables(CommandTarget target) throws SQLException;

    /** A round of {@code !TIME_TABLES}: tables are made ahead, old ones leave the rules or are retired. */
    void applyTimeTables(CommandTarget target) throws SQLException;

    /**
     * Which slots of a table by HASH_SLOT to move, so that its data nodes have about as many rows, or about as many
     * statements: one row for each data node. Changes nothing.
     *
     * @param byStatements whether statements of this instance count, in place of rows, which the databases count
     * @param more data nodes that the table does not have yet, such as {@code ds_2.t_order_0}
     */
    Answer adviseSlots(CommandTarget target, String table, boolean byStatements, List<String> more) throws SQLException;
}

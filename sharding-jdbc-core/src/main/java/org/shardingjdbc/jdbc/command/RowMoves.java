package org.shardingjdbc.jdbc.command;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/**
 * Jobs that move the rows of tables to another layout, as statements begin them and ask for them. Listed in
 * {@code META-INF/services} by the artifact that has them. Stateless, safe for all threads, with a public constructor
 * without parameters. Its methods throw {@link SQLException} or {@link org.shardingjdbc.error.ShardingException}.
 */
@Incubating
public interface RowMoves {
    /** What becomes of a job. */
    @Incubating
    enum Step {
        /** It goes on where it was, in this instance. */
        START,
        /** It stops in this instance, and keeps what it has done. */
        STOP,
        /** Every row is compared. */
        CHECK,
        /** The next layout counts. */
        SWITCH,
        /** The layout of before counts again. */
        REVERSE,
        /** The next layout counts, and what was left is dropped. */
        COMMIT,
        /** The layout of before counts, and what was made for the next one is dropped. */
        ROLLBACK
    }

    /** The jobs that a data source drives, {@linkplain CommandTarget#kept kept for it}. */
    @Incubating
    interface Running extends AutoCloseable {
        /** How far they are. */
        List<MoveState> states();

        @Override
        void close();
    }

    /**
     * Begins a job in this instance, under a name of its own.
     *
     * @param before the configuration with the layout that is left; it counts while rows are moved
     * @param next the one with the layout that is entered
     * @param tables the logic tables that move
     */
    void begin(CommandTarget target, ShardingConfiguration before, ShardingConfiguration next, List<String> tables)
            throws SQLException;

    /** Lets a job take a step, and waits for that; for START only until it is on its way. */
    void step(CommandTarget target, String job, Step step) throws SQLException;

    /** A row for each job of all instances. */
    Answer list(CommandTarget target) throws SQLException;

    /** A row for each data node that a job leaves. */
    Answer status(CommandTarget target, String job) throws SQLException;

    /** What was found when rows were compared last, in this instance. */
    Answer checked(CommandTarget target, String job) throws SQLException;

    /** How jobs go about it. */
    Answer rule(CommandTarget target) throws SQLException;
}

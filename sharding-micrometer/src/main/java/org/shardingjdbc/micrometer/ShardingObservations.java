package org.shardingjdbc.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.observe.ObservedStatement;
import org.shardingjdbc.engine.observe.ObservedUnits;
import org.shardingjdbc.engine.observe.StatementObservation;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.engine.observe.UnitListener;

/**
 * Makes an observation of each statement, and one of each of its execution units as a child: spans where the registry
 * has a handler for tracing, timers where it has one for meters. They have the shape of the SQL, never its literals or
 * parameters. Safe for all threads.
 *
 * <pre>{@code
 * dataSource.observe(new ShardingObservations(observationRegistry));
 * }</pre>
 */
public final class ShardingObservations implements StatementObserver {
    /** A statement of the application, until its method returns. */
    public static final String STATEMENT = "sharding.statement";

    /** An execution unit, until its driver has executed it. */
    public static final String UNIT = "sharding.unit";

    private static final String ERROR = "sharding.error";

    private final ObservationRegistry registry;

    /** @param registry as long as it has no handler, nothing is done */
    public ShardingObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public @Nullable StatementObservation begins(ObservedStatement statement) {
        if (registry.isNoop()) {
            return null;
        }
        Observation observation = Observation.createNotStarted(STATEMENT, registry)
                .lowCardinalityKeyValue("sharding.database", statement.databaseName())
                // all observations of a name have the same keys, as some registries want
                .lowCardinalityKeyValue(ERROR, "none");
        if (observation.isNoop()) {
            return null;
        }
        String shape = statement.shape();
        if (!shape.isEmpty()) {
            observation.highCardinalityKeyValue("db.query.text", shape);
        }
        observation.start();
        // what begins on this thread, in drivers too, is a child of it
        return new OfStatement(registry, observation, observation.openScope());
    }

    private record OfStatement(ObservationRegistry registry, Observation observation, Observation.Scope scope)
            implements StatementObservation {
        @Override
        public UnitListener executes(ObservedUnits units) {
            return new OfUnits(registry, observation, units, new AtomicReferenceArray<>(units.size()));
        }

        @Override
        public void returns(@Nullable SQLException failure) {
            if (failure != null) {
                observation.lowCardinalityKeyValue(ERROR, code(failure));
                observation.error(withoutValues(failure));
            }
            scope.close();
            observation.stop();
        }
    }

    /** The code of an error of ours, the SQLState of any other. */
    private static String code(Throwable failure) {
        String message = failure.getMessage();
        if (message != null && isOurs(failure)) {
            return message.substring(0, message.indexOf(':'));
        }
        return failure instanceof SQLException known ? String.valueOf(known.getSQLState()) : "unknown";
    }

    private static boolean isOurs(Throwable failure) {
        String message = failure.getMessage();
        return message != null && message.startsWith("SHD-") && message.indexOf(':') > 0;
    }

    /** Messages of ours hold no values, those of drivers may: a key that is there already, a text that is no number. */
    private static Throwable withoutValues(Throwable failure) {
        if (isOurs(failure)) {
            return failure;
        }
        SQLException told = new SQLException(failure.getClass().getSimpleName() + ", SQLState " + code(failure));
        told.setStackTrace(failure.getStackTrace());
        return told;
    }

    /** @param open those that began, until they end */
    private record OfUnits(
            ObservationRegistry registry,
            Observation parent,
            ObservedUnits units,
            AtomicReferenceArray<Observation> open)
            implements UnitListener {
        @Override
        public void connected() {
            // A unit begins when it has its connection.
        }

        @Override
        public void began(int unit, String dataSourceName) {
            open.set(
                    unit,
                    Observation.createNotStarted(UNIT, registry)
                            .parentObservation(parent)
                            .lowCardinalityKeyValue("sharding.datasource", dataSourceName)
                            .lowCardinalityKeyValue(ERROR, "none")
                            .highCardinalityKeyValue("db.query.text", units.shape(unit))
                            .start());
        }

        @Override
        public void executed(int unit, long changed, int roundTrips) {
            Observation observation = open.getAndSet(unit, null);
            if (observation != null) {
                if (changed >= 0) {
                    observation.highCardinalityKeyValue("sharding.changed", Long.toString(changed));
                }
                observation.stop();
            }
        }

        @Override
        public void rowsRead(int unit, long rows, long nanos) {
            // That is as the application pleases.
        }

        @Override
        public void failed(int unit, Throwable cause) {
            Observation observation = open.getAndSet(unit, null);
            if (observation != null) {
                observation.lowCardinalityKeyValue(ERROR, code(cause));
                observation.error(withoutValues(cause));
                observation.stop();
            }
        }

        @Override
        public void closed(int unit) {
            // Its rows were read before.
        }
    }
}

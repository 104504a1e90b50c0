package org.shardingjdbc.engine.internal.observe.statement;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.observe.ObservedStatement;
import org.shardingjdbc.engine.observe.ObservedUnits;
import org.shardingjdbc.engine.observe.StatementObservation;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.engine.observe.UnitListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The observers of one statement. What one of them throws is logged, and neither the statement nor the others see it.
 */
final class StatementObservers {
    private static final Logger LOG = LoggerFactory.getLogger(StatementObservers.class);

    private final List<StatementObservation> observations = new ArrayList<>();

    private StatementObservers() {}

    static StatementObservers begin(StatementObserver[] observers, ObservedStatement statement) {
        StatementObservers told = new StatementObservers();
        for (StatementObserver observer : observers) {
            each(List.of(observer), one -> {
                StatementObservation observation = one.begins(statement);
                if (observation != null) {
                    told.observations.add(observation);
                }
            });
        }
        return told;
    }

    /** Null where no observer wants to know of the units. */
    UnitListener executes(ObservedUnits units) {
        List<UnitListener> listeners = new ArrayList<>();
        each(observations, observation -> {
            UnitListener listener = observation.executes(units);
            if (listener != null) {
                listeners.add(listener);
            }
        });
        return new ToldListeners(listeners);
    }

    void returns(@Nullable SQLException failure) {
        each(observations, observation -> observation.returns(failure));
    }

    private static <T> void each(List<T> told, Consumer<T> call) {
        for (int i = 0; i < told.size(); i++) {
            try {
                call.accept(told.get(i));
            } catch (RuntimeException e) {
                LOG.warn(
                        "An observer of statements fails: {}",
                        told.get(i).getClass().getName(),
                        e);
            }
        }
    }

    private record ToldListeners(List<UnitListener> listeners) implements UnitListener {
        @Override
        public void connected() {
            each(listeners, UnitListener::connected);
        }

        @Override
        public void began(int unit, String dataSourceName) {
            each(listeners, listener -> listener.began(unit, dataSourceName));
        }

        @Override
        public void executed(int unit, long changed, int roundTrips) {
            each(listeners, listener -> listener.executed(unit, changed, roundTrips));
        }

        @Override
        public void rowsRead(int unit, long rows, long nanos) {
            each(listeners, listener -> listener.rowsRead(unit, rows, nanos));
        }

        @Override
        public void failed(int unit, Throwable cause) {
            each(listeners, listener -> listener.failed(unit, cause));
        }

        @Override
        public void closed(int unit) {
            each(listeners, listener -> listener.closed(unit));
        }
    }
}

package org.shardingjdbc.scaling.internal.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.jdbc.command.RowMoves;

/** The jobs that were started in a data source and not closed, for who watches it. Safe for all threads. */
public final class DrivenJobs implements RowMoves.Running {
    private final Map<String, Supplier<MoveState>> jobs = new ConcurrentHashMap<>();

    /** From now on a job is among them. */
    void put(String job, Supplier<MoveState> state) {
        jobs.put(job, state);
    }

    void remove(String job, Supplier<MoveState> state) {
        jobs.remove(job, state);
    }

    @Override
    public List<MoveState> states() {
        List<MoveState> states = new ArrayList<>();
        jobs.values().forEach(each -> states.add(each.get()));
        return states;
    }

    @Override
    public void close() {
        jobs.clear();
    }
}

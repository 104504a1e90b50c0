package org.shardingjdbc.engine.internal.statement.sequence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.result.ResultOwner;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.LaterResults;

/**
 * The results of a text's statements, one after the other, and all that these have open. Not thread-safe, but for the
 * methods that stop it.
 */
final class SequenceRun implements Run, LaterResults {
    private final LogicStatement whole;
    private final List<SequencePart> parts;
    /** The statement whose result is the current one. */
    private int current;

    private boolean over;

    SequenceRun(LogicStatement whole, List<SequencePart> parts) {
        this.whole = whole;
        this.parts = List.copyOf(parts);
    }

    /** Shows the first result alone. */
    void showFirst() throws SQLException {
        for (int at = 1; at < parts.size(); at++) {
            parts.get(at).close();
        }
        show();
    }

    /** Shows the first result; the others follow it. */
    void showAll() {
        show();
        whole.results().continueWith(this);
    }

    private void show() {
        SequencePart first = parts.get(0);
        if (first.rows() == null) {
            whole.results().count(first.isEmpty() ? 0 : first.results().updateCount());
        } else {
            whole.results().show(first.rows(), null);
        }
        whole.results().generated(first.results().keys());
    }

    @Override
    public boolean next(int left) throws SQLException {
        StatementResults now = parts.get(current).results();
        // a procedure may have several results of its own
        if (now.mayContinue() && (now.next(left) || now.updateCount() >= 0)) {
            return now.rows() != null;
        }
        if (current + 1 == parts.size()) {
            over = true;
            return false;
        }
        current++;
        whole.results().generated(parts.get(current).results().keys());
        return parts.get(current).rows() != null;
    }

    @Override
    public long updateCount() {
        return over ? -1 : parts.get(current).results().updateCount();
    }

    @Override
    public @Nullable ResultSet rows(ResultOwner owner) {
        return parts.get(current).rows();
    }

    @Override
    public boolean rowsFollow() {
        for (int at = current + 1; at < parts.size(); at++) {
            if (parts.get(at).rows() != null) {
                return true;
            }
        }
        return false;
    }

    // ---- what they have open

    @Override
    public void close() throws SQLException {
        SQLException failure = null;
        for (SequencePart part : parts) {
            try {
                part.close();
            } catch (SQLException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void cancel() throws SQLException {
        for (SequencePart part : parts) {
            if (!part.isClosed()) {
                part.results().cancel();
            }
        }
    }

    @Override
    public @Nullable SQLException stopped() {
        return null;
    }

    @Override
    public void breakOff() {
        for (SequencePart part : parts) {
            part.results().breakOff();
        }
    }

    @Override
    public void defect(Throwable cause) {
        // The statement whose rows failed reports that itself.
    }
}

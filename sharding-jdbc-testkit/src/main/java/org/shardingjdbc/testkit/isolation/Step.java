package org.shardingjdbc.testkit.isolation;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What one transaction does at one time of an interleaving. Asked when the interleaving is over. */
final class Step {
    private final CompletableFuture<List<Integer>> rows = new CompletableFuture<>();

    void done(List<Integer> found) {
        rows.complete(found);
    }

    void failed(SQLException failure) {
        rows.completeExceptionally(failure);
    }

    boolean isOver() {
        return rows.isDone();
    }

    /** Whether it did what it was to do. */
    boolean succeeded() {
        return rows.isDone() && !rows.isCompletedExceptionally();
    }

    /** Whether it was done, and read a row of that value. */
    boolean saw(int value) {
        return succeeded() && rows.join().contains(value);
    }

    /** Whether it was done, and read any row. */
    boolean sawRows() {
        return succeeded() && !rows.join().isEmpty();
    }
}

package org.shardingjdbc.engine.internal.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What fails while several things are closed keeps none of the others open. */
class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private Runnable step(String name, @Nullable RuntimeException failure) {
        return () -> {
            closed.add(name);
            if (failure != null) {
                throw failure;
            }
        };
    }

    @Test
    void allIsClosedAndTheFirstFailureTellsOfTheOthers() {
        RuntimeException first = new IllegalStateException("first");
        RuntimeException second = new IllegalStateException("second");
        assertThatThrownBy(() -> Closing.all(step("a", first), step("b", null), step("c", second), step("d", first)))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(closed).containsExactly("a", "b", "c", "d");
        assertThat(first.getSuppressed()).hasSize(1);
    }

    @Test
    void causeIsToldAndNotCovered() {
        Exception cause = new Exception("why it is closed");
        RuntimeException failure = new IllegalStateException("closing");
        Closing.after(cause, List.of(step("a", failure), step("b", null)));
        assertThat(closed).containsExactly("a", "b");
        assertThat(cause).hasSuppressedException(failure);
    }
}

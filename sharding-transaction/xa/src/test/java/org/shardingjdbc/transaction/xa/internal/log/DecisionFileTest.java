package org.shardingjdbc.transaction.xa.internal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.transaction.xa.internal.DecisionUnknownException;

class DecisionFileTest {
    private static final int THREADS = 8;
    private static final int EACH = 2_000;

    @TempDir
    private Path directory;

    private static BranchDecision decision(String transaction, String text) {
        return new BranchDecision(transaction, text, () -> {});
    }

    private Map<String, String> reopened() throws IOException {
        try (DecisionFile file = DecisionFile.open(directory)) {
            return file.decisions();
        }
    }

    @Test
    void whatIsWrittenAndNotForgottenIsThereAgain() throws IOException {
        AtomicInteger told = new AtomicInteger();
        try (DecisionFile file = DecisionFile.open(directory)) {
            file.write(new BranchDecision("one", "a text with blanks", told::incrementAndGet));
            file.write(new BranchDecision("two", "zwei, zw\u00f6lf", told::incrementAndGet));
            file.later(decision("one", null));
            assertThat(told).hasValue(2);
        }
        assertThat(reopened()).isEqualTo(Map.of("two", "zwei, zw\u00f6lf"));
        assertThat(reopened()).isEqualTo(Map.of("two", "zwei, zw\u00f6lf"));
    }

    /** Another process may have it open by then. */
    @Test
    void aClosedOneWritesNothing() throws IOException {
        DecisionFile closed = DecisionFile.open(directory);
        closed.close();
        try (DecisionFile next = DecisionFile.open(directory)) {
            next.write(decision("two", "of the next"));
            assertThatThrownBy(() -> closed.write(decision("one", "late")))
                    .isInstanceOf(IOException.class)
                    .hasRootCauseMessage("the transaction log is closed");
            closed.close();
        }
        assertThat(reopened()).isEqualTo(Map.of("two", "of the next"));
    }

    @Test
    void manyThreadsFillManyFiles() throws Exception {
        Map<String, String> expected = new TreeMap<>();
        try (DecisionFile file = DecisionFile.open(directory)) {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String name = "t" + i + ".";
                running.add(threads.submit(() -> {
                    for (int j = 0; j < EACH; j++) {
                        file.write(decision(name + j, "x".repeat(100)));
                        if (j % 100 != 0) {
                            file.later(decision(name + j, null));
                        }
                    }
                    return null;
                }));
                for (int j = 0; j < EACH; j += 100) {
                    expected.put(name + j, "x".repeat(100));
                }
            }
            for (Future<?> each : running) {
                each.get();
            }
            threads.shutdown();
            assertThat(file.decisions()).containsAllEntriesOf(expected);
        }
        assertThat(reopened()).isEqualTo(expected);
        // it did not grow with what was forgotten
        assertThat(Files.size(directory.resolve("decisions"))).isLessThan(2 << 20);
    }

    @Test
    void aSecondOneIsRefused() throws IOException {
        try (DecisionFile file = DecisionFile.open(directory)) {
            assertThat(file.decisions()).isEmpty();
            assertThatThrownBy(() -> DecisionFile.open(directory)).hasMessage("another process uses it");
        }
        assertThat(reopened()).isEmpty();
    }

    /** Whatever part of the last frame reached the disk, what was forced before is there. */
    @Test
    void aFrameThatWasCutOffCounts() throws IOException {
        try (DecisionFile file = DecisionFile.open(directory)) {
            file.write(decision("one", "1"));
            file.write(decision("two", "2"));
        }
        Path path = directory.resolve("decisions");
        byte[] whole = Files.readAllBytes(path);
        int first = DecisionFrame.of(List.of(decision("one", "1"))).remaining();
        int end = first + DecisionFrame.of(List.of(decision("two", "2"))).remaining();
        for (int cut = first; cut < end; cut++) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, cut, end, (byte) 0);
            Files.write(path, torn);
            assertThat(reopened()).as("cut at %s", cut).isEqualTo(Map.of("one", "1"));
        }
        byte[] shorter = Arrays.copyOf(whole, end - 1);
        Files.write(path, shorter);
        assertThat(reopened()).isEqualTo(Map.of("one", "1"));
    }

    /** No single damaged byte makes another decision of one, or loses one without a word. */
    @Test
    void damageIsNoticed() throws IOException {
        try (DecisionFile file = DecisionFile.open(directory)) {
            file.write(decision("one", "1"));
            file.write(decision("two", "2"));
        }
        Path path = directory.resolve("decisions");
        byte[] whole = Files.readAllBytes(path);
        int first = DecisionFrame.of(List.of(decision("one", "1"))).remaining();
        Random random = new Random(7);
        for (int at = 0; at < first; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(path, damaged);
            assertThatThrownBy(this::reopened)
                    .as("damage at %s", at)
                    .hasMessageContaining("decisions is damaged at byte 0")
                    .hasMessageContaining("restore it");
        }
    }

    /** Here the file cannot be made anew, because something else has the name of the next one. */
    @Test
    void whatCouldNotBeWrittenIsToldSo() throws IOException {
        AtomicInteger told = new AtomicInteger();
        try (DecisionFile file = DecisionFile.open(directory)) {
            file.write(decision("one", "1"));
            Path next = Files.createDirectory(directory.resolve("decisions.new"));
            // longer than a file has room for: it needs the next one
            String text = "x".repeat(2 << 20);
            assertThatThrownBy(() -> file.write(new BranchDecision("two", text, told::incrementAndGet)))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(DecisionUnknownException.class)
                    .hasMessageContaining("decisions cannot be written");
            assertThat(told).hasValue(0);
            assertThat(file.decisions()).containsOnlyKeys("one");
            file.write(decision("three", "3"));
            Files.delete(next);
            file.write(new BranchDecision("two", text, told::incrementAndGet));
            assertThat(told).hasValue(1);
        }
        assertThat(reopened()).containsOnlyKeys("one", "three", "two");
    }
}

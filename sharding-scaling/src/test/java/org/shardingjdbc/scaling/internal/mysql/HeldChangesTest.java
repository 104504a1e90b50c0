package org.shardingjdbc.scaling.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.XAPrepareEventData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;

/** Transactions of which more is changed than memory is for. */
class HeldChangesTest {
    private static final LoggedTable ORDERS = table("t_order");
    private static final LoggedTable ITEMS = table("t_item");
    private static final int MANY = 2_500;

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();
    private final ChangeLog.Listener listener = new ChangeLog.Listener() {
        @Override
        public void changed(MovedTable table, @Nullable MovedRow before, @Nullable MovedRow after) {
            told.add(table.name() + text(before) + text(after));
        }

        @Override
        public void marked(String text) {
            told.add(text);
        }

        @Override
        public void defined(String what) {
            told.add(what);
        }
    };

    private static LoggedTable table(String name) {
        return new LoggedTable(new MovedTable(name, List.of(), List.of()), new int[0], new ColumnForm[0], 0);
    }

    private static String text(@Nullable MovedRow row) {
        return row == null ? " none" : " " + Arrays.toString(((TextRow) row).values());
    }

    private static TextRow row(@Nullable String... values) {
        return new TextRow(values);
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> found = Files.list(folder)) {
            return found.toList();
        }
    }

    private HeldChanges.Memory memory(long bound) {
        return new HeldChanges.Memory(bound, folder);
    }

    private static void fill(HeldChanges changes) throws SQLException {
        changes.add(ORDERS, null, row("1", null, ""));
        changes.add(ITEMS, row("\u00e4\n\\'", "\ud83d"), row("\u20ac \ud83d\ude00", "\u0000\u00ff"));
        changes.addMark("mark \u20ac");
        for (int i = 0; i < MANY; i++) {
            changes.add(i % 2 == 0 ? ORDERS : ITEMS, row(String.valueOf(i)), null);
        }
        changes.complete();
    }

    private List<String> told(HeldChanges changes) throws SQLException {
        told.clear();
        while (!changes.tell(listener)) {
            assertThat(told.size() % 1_000).isZero();
        }
        return List.copyOf(told);
    }

    @Test
    void whatIsInAFileIsToldAsWhatIsInMemory() throws Exception {
        HeldChanges.Memory large = memory(Long.MAX_VALUE);
        HeldChanges.Memory small = memory(20_000);
        try (HeldChanges inMemory = new HeldChanges(large);
                HeldChanges inFile = new HeldChanges(small)) {
            fill(inMemory);
            fill(inFile);
            assertThat(large.files()).isZero();
            assertThat(small.files()).isEqualTo(1);
            assertThat(small.bytes()).isZero();
            assertThat(told(inFile)).hasSize(MANY + 3).isEqualTo(told(inMemory));
            assertThat(large.bytes()).isZero();
        }
        assertThat(small.files()).isZero();
        assertThat(files()).isEmpty();
    }

    @Test
    void largeRowsAreToldInSmallerParts() throws Exception {
        try (HeldChanges changes = new HeldChanges(memory(1))) {
            for (int i = 0; i < 8; i++) {
                changes.add(ORDERS, null, row("x".repeat(600_000)));
            }
            changes.complete();
            changes.tell(listener);
            assertThat(told).hasSize(2);
        }
    }

    /** Of many transactions each is small, and all are prepared. */
    @Test
    void transactionsThatAreHeldTogetherHaveOneBound() throws Exception {
        HeldChanges.Memory memory = memory(10_000);
        List<HeldChanges> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            HeldChanges each = new HeldChanges(memory);
            all.add(each);
            each.add(ORDERS, null, row("x".repeat(1_000)));
            each.complete();
            assertThat(memory.bytes()).isLessThanOrEqualTo(10_000);
        }
        assertThat(memory.files()).isPositive();
        for (HeldChanges each : all) {
            assertThat(each.tell(listener)).isTrue();
            each.close();
        }
        assertThat(told).hasSize(20);
        assertThat(memory.files()).isZero();
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void aFolderThatIsNotThereIsNamed() throws Exception {
        Path away = folder.resolve("away");
        try (HeldChanges changes = new HeldChanges(new HeldChanges.Memory(1_000, away))) {
            assertThatThrownBy(() -> fill(changes))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("more than 1000 bytes")
                    .hasMessageContaining(away.toString())
                    .hasMessageContaining("-Djava.io.tmpdir");
        }
    }

    private static List<String> marks(String name) {
        return IntStream.range(0, MANY).mapToObj(i -> name + i).toList();
    }

    private static void write(WrittenLog log, String name) throws Exception {
        for (String mark : marks(name)) {
            log.written(7, mark, 300);
        }
    }

    /** Whoever stops between two parts begins before the first one. */
    @Test
    void whatIsDoneEndsBeforeATransactionThatIsToldInPart() throws Exception {
        HeldChanges.Memory memory = memory(10_000);
        WrittenLog log = new WrittenLog(memory);
        log.begin("log.1");
        log.written(7, "first", 100);
        log.ended(200);
        write(log, "large ");
        assertThat(memory.files()).isEqualTo(1);
        assertThat(log.ended(400)).isTrue();
        assertThat(log.told).hasSize(1_001);
        log.log.done();
        assertThat(log.kept).startsWith("\nlog.1\n200\n");
        assertThat(log.log.next(log.listener, 0)).isTrue();
        assertThat(log.told).hasSize(2_001);
        log.log.close();
        assertThat(memory.files()).isZero();
        WrittenLog again = new WrittenLog(memory);
        again.begin("log.1");
        write(again, "large ");
        again.ended(400);
        again.log.next(again.listener, 0);
        again.log.next(again.listener, 0);
        assertThat(again.told).isEqualTo(marks("large "));
        again.log.done();
        assertThat(again.kept).startsWith("\nlog.1\n400\n");
        assertThat(memory.files()).isZero();
        assertThat(memory.bytes()).isZero();
        assertThat(files()).isEmpty();
    }

    @Test
    void whatIsDoneEndsBeforeAPreparedTransactionThatIsToldInPart() throws Exception {
        HeldChanges.Memory memory = memory(10_000);
        WrittenLog log = new WrittenLog(memory);
        log.begin("log.1");
        log.written(7, "first", 100);
        log.ended(200);
        write(log, "prepared ");
        prepare(log, 400);
        log.written(7, "between", 500);
        log.ended(600);
        assertThat(log.told).containsExactly("first", "between");
        assertThat(memory.files()).isEqualTo(1);
        log.read(EventType.QUERY, statement("XA COMMIT X'67',X'62',1"), 700);
        assertThat(log.told).hasSize(1_002);
        log.log.done();
        assertThat(log.kept).startsWith("\nlog.1\n200\n");
        log.log.next(log.listener, 0);
        log.log.next(log.listener, 0);
        assertThat(log.told.subList(2, log.told.size())).isEqualTo(marks("prepared "));
        log.log.done();
        log.log.close();
        assertThat(memory.files()).isZero();
    }

    @Test
    void whatIsTakenBackLeavesNoFile() throws Exception {
        HeldChanges.Memory memory = memory(10_000);
        WrittenLog log = new WrittenLog(memory);
        log.begin("log.1");
        write(log, "prepared ");
        prepare(log, 400);
        write(log, "plain ");
        assertThat(memory.files()).isEqualTo(2);
        log.read(EventType.QUERY, statement("ROLLBACK"), 500);
        assertThat(memory.files()).isEqualTo(1);
        log.read(EventType.QUERY, statement("XA ROLLBACK X'67',X'62',1"), 600);
        assertThat(memory.files()).isZero();
        write(log, "broken off ");
        assertThat(memory.files()).isEqualTo(1);
        log.begin("log.2");
        assertThat(memory.files()).isZero();
        assertThat(memory.bytes()).isZero();
        assertThat(log.told).isEmpty();
    }

    private static void prepare(WrittenLog log, long next) throws Exception {
        XAPrepareEventData data = new XAPrepareEventData();
        data.setFormatID(1);
        data.setGtridLength(1);
        data.setBqualLength(1);
        data.setData("gb".getBytes(StandardCharsets.UTF_8));
        log.read(EventType.XA_PREPARE, data, next);
    }

    private static QueryEventData statement(String sql) {
        QueryEventData data = new QueryEventData();
        data.setDatabase("");
        data.setSql(sql);
        return data;
    }
}

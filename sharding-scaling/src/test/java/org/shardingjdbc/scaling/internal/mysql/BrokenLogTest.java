package org.shardingjdbc.scaling.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.EventType;
import org.junit.jupiter.api.Test;

/** A file of the log that ends within a transaction, as a server leaves it that was killed. */
class BrokenLogTest {
    private final WrittenLog log = new WrittenLog(new HeldChanges.Memory());

    @Test
    void whatHasNotEndedInItIsNotToldWithTheNextTransaction() throws Exception {
        log.begin("log.1");
        log.written(7, "whole", 100);
        log.ended(200);
        log.written(7, "half", 300);
        log.begin("log.2");
        log.written(7, "next", 100);
        log.ended(150);
        assertThat(log.told).containsExactly("whole", "next");
        log.log.done();
        assertThat(log.kept).startsWith("\nlog.2\n150\n");
    }

    /** The server names the file again that is read. */
    @Test
    void aFileThatIsNamedAgainEndsNothing() throws Exception {
        log.begin("log.1");
        log.written(7, "whole", 100);
        log.read(EventType.ROTATE, WrittenLog.rotation("log.1"), 0);
        log.ended(200);
        assertThat(log.told).containsExactly("whole");
        log.log.done();
        assertThat(log.kept).startsWith("\nlog.1\n200\n");
    }

    @Test
    void filesOfALogFollowEachOtherByTheirNumbers() {
        BinlogPosition place = new BinlogPosition("log.000009", 500);
        assertThat(place.isUpTo(new BinlogPosition("log.000009", 500))).isTrue();
        assertThat(place.isUpTo(new BinlogPosition("log.000009", 499))).isFalse();
        assertThat(place.isUpTo(new BinlogPosition("log.000010", 4))).isTrue();
        assertThat(place.isUpTo(new BinlogPosition("log.000008", 900))).isFalse();
        assertThat(new BinlogPosition("log.999999", 500).isUpTo(new BinlogPosition("log.1000000", 4)))
                .isTrue();
        assertThat(place.isUpTo(new BinlogPosition("other.000010", 4))).isFalse();
        assertThat(place.isUpTo(null)).isFalse();
    }
}

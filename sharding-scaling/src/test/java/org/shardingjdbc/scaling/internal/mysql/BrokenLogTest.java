package org.shardingjdbc.scaling.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.LogAccess;

/** A file of the log that ends within a transaction, as a server leaves it that was killed. */
class BrokenLogTest {
    private final List<String> told = new ArrayList<>();
    private @Nullable String kept;
    private final Binlog log = new Binlog("broken", new LogAccess() {
        @Override
        public Connection open(Properties more) {
            throw new AssertionError("no database is asked");
        }

        @Override
        public String url() {
            return "";
        }

        @Override
        public @Nullable String user() {
            return null;
        }

        @Override
        public @Nullable String password() {
            return null;
        }

        @Override
        public @Nullable String kept() {
            return kept;
        }

        @Override
        public void keep(String text) {
            kept = text;
        }
    });
    private final ChangeLog.Listener listener = new ChangeLog.Listener() {
        @Override
        public void changed(MovedTable table, @Nullable MovedRow before, @Nullable MovedRow after) {
            told.add("row");
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

    @Test
    void whatHasNotEndedInItIsNotToldWithTheNextTransaction() throws Exception {
        begin("log.1");
        written(7, "whole", 100);
        ended(200);
        written(7, "half", 300);
        begin("log.2");
        written(7, "next", 100);
        ended(150);
        assertThat(told).containsExactly("whole", "next");
        log.done();
        assertThat(kept).startsWith("\nlog.2\n150\n");
    }

    /** The server names the file again that is read. */
    @Test
    void aFileThatIsNamedAgainEndsNothing() throws Exception {
        begin("log.1");
        written(7, "whole", 100);
        read(EventType.ROTATE, rotation("log.1"), 0);
        ended(200);
        assertThat(told).containsExactly("whole");
        log.done();
        assertThat(kept).startsWith("\nlog.1\n200\n");
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

    private void begin(String file) throws Exception {
        read(EventType.ROTATE, rotation(file), 0);
        read(EventType.FORMAT_DESCRIPTION, null, 4);
    }

    private static RotateEventData rotation(String file) {
        RotateEventData rotation = new RotateEventData();
        rotation.setBinlogFilename(file);
        rotation.setBinlogPosition(4);
        return rotation;
    }

    private void written(long table, String mark, long next) throws Exception {
        TableMapEventData map = new TableMapEventData();
        map.setTableId(table);
        map.setDatabase("");
        map.setTable("sharding_jdbc_mark_broken");
        read(EventType.TABLE_MAP, map, next);
        WriteRowsEventData rows = new WriteRowsEventData();
        rows.setTableId(table);
        BitSet both = new BitSet();
        both.set(0, 2);
        rows.setIncludedColumns(both);
        Serializable[] row = {1, mark.getBytes(StandardCharsets.UTF_8)};
        rows.setRows(List.<Serializable[]>of(row));
        read(EventType.EXT_WRITE_ROWS, rows, next);
    }

    private void ended(long next) throws Exception {
        read(EventType.XID, new XidEventData(), next);
    }

    private void read(EventType type, @Nullable EventData data, long next) throws Exception {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(type);
        header.setNextPosition(next);
        log.read(new Event(header, data), listener);
    }
}

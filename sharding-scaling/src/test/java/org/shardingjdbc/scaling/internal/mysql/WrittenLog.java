package org.shardingjdbc.scaling.internal.mysql;

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
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.LogAccess;

/** A log that is read event by event, without a server; its rows are marks. */
final class WrittenLog {
    final List<String> told = new ArrayList<>();

    @Nullable
    String kept;

    private final LogAccess access = new LogAccess() {
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
    };
    final Binlog log;
    final ChangeLog.Listener listener = new ChangeLog.Listener() {
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

    WrittenLog(HeldChanges.Memory memory) {
        log = new Binlog("broken", access, memory);
    }

    /** A file begins. */
    void begin(String file) throws Exception {
        read(EventType.ROTATE, rotation(file), 0);
        read(EventType.FORMAT_DESCRIPTION, null, 4);
    }

    static RotateEventData rotation(String file) {
        RotateEventData rotation = new RotateEventData();
        rotation.setBinlogFilename(file);
        rotation.setBinlogPosition(4);
        return rotation;
    }

    /** A row of the transaction that is written just then. */
    void written(long table, String mark, long next) throws Exception {
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

    /** @return whether it was told, or a part of it */
    boolean ended(long next) throws Exception {
        return read(EventType.XID, new XidEventData(), next);
    }

    boolean read(EventType type, @Nullable EventData data, long next) throws Exception {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(type);
        header.setNextPosition(next);
        return log.read(new Event(header, data), listener);
    }
}

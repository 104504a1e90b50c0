package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import com.github.shyiko.mysql.binlog.event.deserialization.DeleteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventHeaderV4Deserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.FormatDescriptionEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.NullEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.QueryEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.RotateEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.UpdateRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.WriteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.XAPrepareEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events that are read, with characters as bytes and moments as texts ({@link LoggedMoments}). */
final class LoggedRows {
    private LoggedRows() {}

    /** For one connection. */
    @SuppressWarnings("rawtypes") // as the constructor asks for it
    static EventDeserializer deserializer() {
        Map<Long, TableMapEventData> tables = new HashMap<>();
        Map<EventType, EventDataDeserializer> read = new IdentityHashMap<>();
        read.put(EventType.FORMAT_DESCRIPTION, new FormatDescriptionEventDataDeserializer());
        read.put(EventType.ROTATE, new RotateEventDataDeserializer());
        read.put(EventType.QUERY, new QueryEventDataDeserializer());
        read.put(EventType.XA_PREPARE, new XAPrepareEventDataDeserializer());
        read.put(EventType.TABLE_MAP, new TableMapEventDataDeserializer());
        read.put(EventType.WRITE_ROWS, new WriteRows(tables));
        read.put(EventType.EXT_WRITE_ROWS, new WriteRows(tables).setMayContainExtraInformation(true));
        read.put(EventType.UPDATE_ROWS, new UpdateRows(tables));
        read.put(EventType.EXT_UPDATE_ROWS, new UpdateRows(tables).setMayContainExtraInformation(true));
        read.put(EventType.DELETE_ROWS, new DeleteRows(tables));
        read.put(EventType.EXT_DELETE_ROWS, new DeleteRows(tables).setMayContainExtraInformation(true));
        EventDeserializer deserializer =
                new EventDeserializer(new EventHeaderV4Deserializer(), new NullEventDataDeserializer(), read, tables);
        deserializer.setCompatibilityMode(EventDeserializer.CompatibilityMode.CHAR_AND_BINARY_AS_BYTE_ARRAY);
        return deserializer;
    }

    private static final class WriteRows extends WriteRowsEventDataDeserializer {
        WriteRows(Map<Long, TableMapEventData> tables) {
            super(tables);
        }

        @Override
        protected @Nullable Serializable deserializeCell(
                ColumnType type, int meta, int length, ByteArrayInputStream input) throws IOException {
            String moment = LoggedMoments.read(type, meta, input);
            return moment != null ? moment : super.deserializeCell(type, meta, length, input);
        }
    }

    private static final class UpdateRows extends UpdateRowsEventDataDeserializer {
        UpdateRows(Map<Long, TableMapEventData> tables) {
            super(tables);
        }

        @Override
        protected @Nullable Serializable deserializeCell(
                ColumnType type, int meta, int length, ByteArrayInputStream input) throws IOException {
            String moment = LoggedMoments.read(type, meta, input);
            return moment != null ? moment : super.deserializeCell(type, meta, length, input);
        }
    }

    private static final class DeleteRows extends DeleteRowsEventDataDeserializer {
        DeleteRows(Map<Long, TableMapEventData> tables) {
            super(tables);
        }

        @Override
        protected @Nullable Serializable deserializeCell(
                ColumnType type, int meta, int length, ByteArrayInputStream input) throws IOException {
            String moment = LoggedMoments.read(type, meta, input);
            return moment != null ? moment : super.deserializeCell(type, meta, length, input);
        }
    }
}

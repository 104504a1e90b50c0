package org.shardingjdbc.engine.internal.parameter;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * What the setters of a PreparedStatement were given: for each parameter the setter, its value and its other arguments.
 * They are replayed on the statements of the shards as they were called here, so that each driver converts as it always
 * does.
 *
 * <p>One per statement, and a copy for each row set of a batch. Copies share the setters and their other arguments,
 * which do not change from row set to row set. Not thread-safe while parameters are set; several threads may replay the
 * same parameters.
 */
public final class Parameters {
    private final Object[] values;
    private Setter[] setters;
    /** Null until a parameter has one. */
    private Object @Nullable [] details;

    private boolean shared;
    private boolean withStreams;

    /** @param count how many {@code ?} the statement has */
    public Parameters(int count) {
        this.values = new Object[count];
        this.setters = new Setter[count];
    }

    private Parameters(Parameters other, Object[] values) {
        this.values = values;
        this.setters = other.setters;
        this.details = other.details;
        this.withStreams = other.withStreams;
        this.shared = true;
    }

    public int count() {
        return setters.length;
    }

    /**
     * Records a call.
     *
     * @param index 1-based, as JDBC counts
     * @param value the value that routing sees; the setter gets it too, unless the parameter has a source
     * @param detail see the setter's constant; may be null
     * @throws ShardingException when there is no such parameter
     */
    public void set(int index, Setter setter, @Nullable Object value, @Nullable Object detail) {
        if (index < 1 || index > setters.length) {
            throw new ShardingException(ErrorCode.PARAMETER_INDEX_OUT_OF_RANGE, index, setters.length);
        }
        values[index - 1] = value;
        if (setters[index - 1] == setter && (details == null ? null : details[index - 1]) == detail) {
            return;
        }
        if (details == null && detail == null && !shared) {
            setters[index - 1] = setter;
        } else {
            setter(index - 1, setter, detail);
        }
    }

    private void setter(int index, Setter setter, @Nullable Object detail) {
        if (shared) {
            unshare();
        }
        setters[index] = setter;
        if (details == null && detail != null) {
            details = new Object[values.length];
        }
        if (details != null) {
            details[index] = detail;
        }
        withStreams |= detail instanceof StreamSource;
    }

    private @Nullable Object detail(int index) {
        return details == null ? null : details[index];
    }

    private void unshare() {
        setters = setters.clone();
        details = details == null ? null : details.clone();
        shared = false;
    }

    /**
     * Takes a parameter of another statement as it was set there; both 0-based.
     *
     * @param from the parameter of {@code other}
     */
    public void take(int index, Parameters other, int from) {
        set(index + 1, other.setters[from], other.values[from], other.detail(from));
    }

    public void clear() {
        if (shared) {
            unshare();
        }
        Arrays.fill(setters, null);
        Arrays.fill(values, null);
        details = null;
        withStreams = false;
    }

    /** A copy of the parameters as they are now; only the sources of streams are shared. */
    public Parameters copy() {
        return with(values, 0);
    }

    /**
     * A copy by the same setters, with other values.
     *
     * @param source the array of the values
     * @param offset the position of the first value
     */
    Parameters with(Object[] source, int offset) {
        shared = true;
        return new Parameters(this, Arrays.copyOfRange(source, offset, offset + values.length));
    }

    /**
     * A copy with the values as they are stored.
     *
     * @param columns the columns of the parameters that rules transform; may be null
     * @throws ShardingException when a value cannot be transformed, such as a stream of bytes
     */
    public Parameters stored(@Nullable ColumnValues columns) {
        if (columns == null || !columns.binds()) {
            return this;
        }
        Parameters stored = with(columns.added());
        for (int i = 0; i < values.length; i++) {
            StoredColumn column = columns.parameter(i);
            if (column != null) {
                stored.store(i, column, given(i, column));
            }
        }
        int next = values.length;
        for (ColumnValues.AddedParameter added : columns.added()) {
            stored.store(next, added.column(), given(added));
            next++;
        }
        return stored;
    }

    private @Nullable Object given(ColumnValues.AddedParameter added) {
        if (added.computed() == null) {
            boolean literal = added.source() == ColumnValues.AddedParameter.OF_LITERAL;
            return literal ? added.literal() : given(added.source(), added.column());
        }
        try {
            return added.computed().of(index -> given(index, added.column()));
        } catch (IllegalArgumentException e) {
            throw added.column().refuse(e.getMessage(), e);
        }
    }

    /** The value of a parameter; of a stream of characters its text. */
    private @Nullable Object given(int index, StoredColumn column) {
        StreamSource source = source(index);
        if (source != null && source.isBinary()) {
            throw column.refuse("it is given as a stream of bytes: give it as a text or by a Reader", null);
        }
        return source == null ? values[index] : source.text(index + 1);
    }

    /** Sets the stored form of a value, without the type that the application gave to the value itself. */
    private void store(int index, StoredColumn column, @Nullable Object value) {
        Object stored = column.stored(value);
        if (stored != null && setters[index] != null && setters[index].takes(stored)) {
            values[index] = stored;
        } else if (stored != null) {
            set(index + 1, stored instanceof String ? Setter.STRING : Setter.OBJECT, stored, null);
        } else if (setters[index] == Setter.NULL || setters[index] == null) {
            set(index + 1, Setter.NULL, null, Types.NULL);
        }
    }

    /** A copy in which some parameters are repeated behind the others. */
    private Parameters with(List<ColumnValues.AddedParameter> added) {
        if (added.isEmpty()) {
            return copy();
        }
        Parameters more = new Parameters(values.length + added.size());
        for (int i = 0; i < values.length; i++) {
            more.take(i, this, i);
        }
        for (int i = 0; i < added.size(); i++) {
            if (added.get(i).source() >= 0) {
                more.take(values.length + i, this, added.get(i).source());
            }
        }
        return more;
    }

    /** Whether the other parameters differ in their values only; false also where that is not known. */
    boolean isSetLike(Parameters other) {
        return setters == other.setters && details == other.details;
    }

    /** Writes the values into an array. */
    void copyValues(Object[] target, int offset) {
        System.arraycopy(values, 0, target, offset, values.length);
    }

    /** Whether all can be set in another statement: each was set, and none is a stream, which is read once. */
    boolean isReplayable() {
        for (Setter setter : setters) {
            if (setter == null) {
                return false;
            }
        }
        return !withStreams;
    }

    /** @throws ShardingException when a parameter is not set; names the first one */
    public void requireAll() {
        for (int i = 0; i < setters.length; i++) {
            if (setters[i] == null) {
                throw new ShardingException(ErrorCode.PARAMETER_MISSING, i + 1, setters.length);
            }
        }
    }

    /**
     * The values that routing sees, 0-based. The array itself, not a copy: callers do not change it, and it is valid
     * only until the next setter is called.
     */
    public Object[] values() {
        return values;
    }

    /** The values with {@code keys} behind them, which may be null. */
    public Object[] valuesAnd(Object @Nullable [] keys) {
        if (keys == null) {
            return values;
        }
        Object[] all = Arrays.copyOf(values, values.length + keys.length);
        System.arraycopy(keys, 0, all, values.length, keys.length);
        return all;
    }

    /** Whether the driver reads a parameter while it is set, as it does a stream. */
    public boolean withStreams() {
        return withStreams;
    }

    /** The source of a parameter, or null when it is none; 0-based. */
    public @Nullable StreamSource source(int index) {
        return detail(index) instanceof StreamSource source ? source : null;
    }

    /** Whether one of the parameters is that source. */
    public boolean contains(StreamSource source) {
        for (int i = 0; i < values.length; i++) {
            if (detail(i) == source) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sets one parameter of a shard's statement.
     *
     * @param index 0-based
     * @param position 1-based
     */
    public void replay(int index, PreparedStatement target, int position) throws SQLException {
        replay(index, values[index], target, position);
    }

    /** As {@link #replay(int, PreparedStatement, int)}, with another value. */
    public void replay(int index, Object value, PreparedStatement target, int position) throws SQLException {
        setters[index].call(target, position, value, detail(index));
    }

    /**
     * Sets all parameters of the only unit's statement.
     *
     * @param keys the generated keys, which are set behind the parameters; or null
     */
    public void bind(ChosenUnits execution, Object @Nullable [] keys, PreparedStatement target) throws SQLException {
        int count = execution.parameterCount(0);
        for (int position = 0; position < count; position++) {
            int source = execution.parameterSource(0, position);
            if (source >= setters.length) {
                UnitParameters.bindOwn(target, position + 1, Objects.requireNonNull(keys)[source - setters.length]);
            } else if (source >= 0) {
                Object detail = details == null ? null : details[source];
                setters[source].call(target, position + 1, values[source], detail);
            } else {
                UnitParameters.bindOwn(target, position + 1, execution.computedParameter(0, position));
            }
        }
    }

    /** The values for a log, with a word for each stream; made only when a log shows them. */
    public List<Object> describe() {
        Object[] described = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            described[i] = detail(i) instanceof StreamSource ? "<stream>" : values[i];
        }
        return Arrays.asList(described);
    }

    /**
     * Ends the copies of streams that neither these parameters nor row sets need any more.
     *
     * @param spooled all copies; those that are ended are taken out
     * @param rowSets may be null
     */
    public void endUnneeded(List<StreamSource> spooled, @Nullable RowSets rowSets) {
        spooled.removeIf(source -> {
            boolean needed = contains(source) || rowSets != null && rowSets.contains(source);
            if (!needed) {
                source.close();
            }
            return !needed;
        });
    }

    /**
     * A setter of PreparedStatement, to be called again on a shard's statement with the arguments that the application
     * gave.
     *
     * <p>Each constant knows what its value and its detail are; {@link Parameters} records them. Where the detail is a
     * source ({@link StreamSource}), it is opened once for each call.
     */
    public enum Setter {
        /** Detail: the JDBC type. */
        NULL,
        /** Detail: {@link TypedNull}. */
        NULL_OF_TYPE,
        BOOLEAN,
        BYTE,
        SHORT,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        BIG_DECIMAL,
        STRING,
        NSTRING,
        BYTES,
        DATE,
        TIME,
        TIMESTAMP,
        /** Detail: {@link InZone}; the value is what routing sees. */
        DATE_IN_ZONE,
        /** As {@link #DATE_IN_ZONE}. */
        TIME_IN_ZONE,
        /** As {@link #DATE_IN_ZONE}. */
        TIMESTAMP_IN_ZONE,
        OBJECT,
        /** Detail: the JDBC type. */
        OBJECT_OF_TYPE,
        /** Detail: {@link TypeAndScale}. */
        OBJECT_OF_TYPE_AND_SCALE,
        /** Detail: the SQLType. */
        OBJECT_OF_SQL_TYPE,
        /** Detail: {@link SqlTypeAndScale}. */
        OBJECT_OF_SQL_TYPE_AND_SCALE,
        /** A value that was read elsewhere. Detail: the {@link Carrier} that read it. */
        CARRIED,
        REF,
        ARRAY,
        URL,
        ROW_ID,
        /** Value and detail of all that follow: opaque for routing, and the source. */
        ASCII_STREAM,
        UNICODE_STREAM,
        BINARY_STREAM,
        CHARACTER_STREAM,
        NCHARACTER_STREAM,
        BLOB_STREAM,
        CLOB_READER,
        NCLOB_READER,
        BLOB,
        CLOB,
        NCLOB,
        SQL_XML,
        /** setObject of a stream, a Blob, a Clob or an SQLXML; the source knows which form of setObject. */
        OBJECT_STREAM;

        /** Whether the setter can be given that value, whatever it was given before. */
        boolean takes(Object value) {
            return this == OBJECT || (this == STRING || this == NSTRING) && value instanceof String;
        }

        /**
         * Calls this setter. A switch and not a function for each, whose classes would all be made for the first
         * statement.
         *
         * @param target a shard's statement
         * @param position 1-based
         * @param value as recorded
         * @param detail as recorded, or null where the setter has no more arguments
         */
        void call(PreparedStatement target, int position, Object value, @Nullable Object detail) throws SQLException {
            switch (this) {
                case NULL -> target.setNull(position, (Integer) given(detail));
                case BOOLEAN -> target.setBoolean(position, (Boolean) value);
                case BYTE -> target.setByte(position, (Byte) value);
                case SHORT -> target.setShort(position, (Short) value);
                case INT -> target.setInt(position, (Integer) value);
                case LONG -> target.setLong(position, (Long) value);
                case FLOAT -> target.setFloat(position, (Float) value);
                case DOUBLE -> target.setDouble(position, (Double) value);
                case BIG_DECIMAL -> target.setBigDecimal(position, (BigDecimal) value);
                case STRING -> target.setString(position, (String) value);
                case NSTRING -> target.setNString(position, (String) value);
                case BYTES -> target.setBytes(position, (byte[]) value);
                case DATE -> target.setDate(position, (Date) value);
                case TIME -> target.setTime(position, (Time) value);
                case TIMESTAMP -> target.setTimestamp(position, (Timestamp) value);
                case OBJECT -> target.setObject(position, value);
                default -> callWithDetail(target, position, value, detail);
            }
        }

        private static Object given(@Nullable Object detail) {
            return Objects.requireNonNull(detail, "the setter has one more argument");
        }

        private void callWithDetail(PreparedStatement target, int position, Object value, @Nullable Object detail)
                throws SQLException {
            switch (this) {
                case NULL_OF_TYPE -> {
                    TypedNull type = (TypedNull) given(detail);
                    target.setNull(position, type.jdbcType(), type.typeName());
                }
                case DATE_IN_ZONE -> {
                    InZone given = (InZone) given(detail);
                    target.setDate(position, (Date) given.value(), given.newCalendar());
                }
                case TIME_IN_ZONE -> {
                    InZone given = (InZone) given(detail);
                    target.setTime(position, (Time) given.value(), given.newCalendar());
                }
                case TIMESTAMP_IN_ZONE -> {
                    InZone given = (InZone) given(detail);
                    target.setTimestamp(position, (Timestamp) given.value(), given.newCalendar());
                }
                case OBJECT_OF_TYPE -> target.setObject(position, value, (Integer) given(detail));
                case OBJECT_OF_TYPE_AND_SCALE -> {
                    TypeAndScale type = (TypeAndScale) given(detail);
                    target.setObject(position, value, type.jdbcType(), type.scaleOrLength());
                }
                case OBJECT_OF_SQL_TYPE -> target.setObject(position, value, (SQLType) detail);
                case OBJECT_OF_SQL_TYPE_AND_SCALE -> {
                    SqlTypeAndScale type = (SqlTypeAndScale) given(detail);
                    target.setObject(position, value, type.sqlType(), type.scaleOrLength());
                }
                case CARRIED -> ((Carrier) Objects.requireNonNull(detail)).write(target, position, value);
                case REF -> target.setRef(position, (Ref) value);
                case ARRAY -> target.setArray(position, (Array) value);
                case URL -> target.setURL(position, (URL) value);
                case ROW_ID -> target.setRowId(position, (RowId) value);
                default -> callWithSource(target, position, (StreamSource) given(detail));
            }
        }

        private void callWithSource(PreparedStatement target, int position, StreamSource source) throws SQLException {
            switch (this) {
                case ASCII_STREAM -> setAsciiStream(target, position, source);
                case UNICODE_STREAM -> setUnicodeStream(target, position, source);
                case BINARY_STREAM -> setBinaryStream(target, position, source);
                case CHARACTER_STREAM -> setCharacterStream(target, position, source);
                case NCHARACTER_STREAM -> setNCharacterStream(target, position, source);
                case BLOB_STREAM -> setBlobStream(target, position, source);
                case CLOB_READER -> setClobReader(target, position, source);
                case NCLOB_READER -> setNClobReader(target, position, source);
                case BLOB -> target.setBlob(position, (Blob) source.openObject());
                case CLOB -> target.setClob(position, (Clob) source.openObject());
                case NCLOB -> target.setNClob(position, (NClob) source.openObject());
                case SQL_XML -> target.setSQLXML(position, source.openXml(target.getConnection()));
                case OBJECT_STREAM -> setObjectStream(target, position, source);
                default -> throw new IllegalStateException(name());
            }
        }

        private static void setAsciiStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            InputStream stream = source.openStream();
            switch (source.lengthKind()) {
                case NONE -> target.setAsciiStream(position, stream);
                case INT -> target.setAsciiStream(position, stream, (int) source.length());
                case LONG -> target.setAsciiStream(position, stream, source.length());
            }
        }

        private static void setBinaryStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            InputStream stream = source.openStream();
            switch (source.lengthKind()) {
                case NONE -> target.setBinaryStream(position, stream);
                case INT -> target.setBinaryStream(position, stream, (int) source.length());
                case LONG -> target.setBinaryStream(position, stream, source.length());
            }
        }

        private static void setCharacterStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            Reader reader = source.openReader();
            switch (source.lengthKind()) {
                case NONE -> target.setCharacterStream(position, reader);
                case INT -> target.setCharacterStream(position, reader, (int) source.length());
                case LONG -> target.setCharacterStream(position, reader, source.length());
            }
        }

        private static void setNCharacterStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            Reader reader = source.openReader();
            switch (source.lengthKind()) {
                case NONE -> target.setNCharacterStream(position, reader);
                case INT, LONG -> target.setNCharacterStream(position, reader, source.length());
            }
        }

        private static void setBlobStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            InputStream stream = source.openStream();
            switch (source.lengthKind()) {
                case NONE -> target.setBlob(position, stream);
                case INT, LONG -> target.setBlob(position, stream, source.length());
            }
        }

        private static void setClobReader(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            Reader reader = source.openReader();
            switch (source.lengthKind()) {
                case NONE -> target.setClob(position, reader);
                case INT, LONG -> target.setClob(position, reader, source.length());
            }
        }

        private static void setNClobReader(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            Reader reader = source.openReader();
            switch (source.lengthKind()) {
                case NONE -> target.setNClob(position, reader);
                case INT, LONG -> target.setNClob(position, reader, source.length());
            }
        }

        @SuppressWarnings("deprecation")
        private static void setUnicodeStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            target.setUnicodeStream(position, source.openStream(), (int) source.length());
        }

        private static void setObjectStream(PreparedStatement target, int position, StreamSource source)
                throws SQLException {
            Connection connection = target.getConnection();
            Object object = source.open(connection);
            Object type = source.objectType();
            if (type == null) {
                target.setObject(position, object);
            } else if (type instanceof Integer jdbcType) {
                target.setObject(position, object, jdbcType);
            } else if (type instanceof TypeAndScale scaled) {
                target.setObject(position, object, scaled.jdbcType(), scaled.scaleOrLength());
            } else if (type instanceof SqlTypeAndScale scaled) {
                target.setObject(position, object, scaled.sqlType(), scaled.scaleOrLength());
            } else {
                target.setObject(position, object, (SQLType) type);
            }
        }

        /** What setNull with a type name was given. */
        public record TypedNull(int jdbcType, String typeName) {}

        /** What setObject was given behind the value. */
        public record TypeAndScale(int jdbcType, int scaleOrLength) {}

        /** What setObject was given behind the value. */
        public record SqlTypeAndScale(SQLType sqlType, int scaleOrLength) {}

        /**
         * What a setter with a Calendar was given.
         *
         * @param value a copy, so that the application may reuse its object
         * @param calendar a copy; drivers change it
         */
        public record InZone(java.util.Date value, Calendar calendar) {
            /** A calendar for one call: several shards may be set at the same time. */
            Calendar newCalendar() {
                return (Calendar) calendar.clone();
            }
        }
    }
}

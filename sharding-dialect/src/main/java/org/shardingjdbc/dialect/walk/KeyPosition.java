package org.shardingjdbc.dialect.walk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.shardingjdbc.Incubating;

/**
 * Where a walk is: the primary key of the last row that was read. Immutable.
 *
 * @param values of the columns of the key, in its order, as {@link WalkedTable} reads them; one or more, none null
 */
@Incubating
public record KeyPosition(List<Object> values) {
    /** What may stand in a text, by the simple name of its class. */
    private static final Map<String, Function<String, Object>> READERS = new LinkedHashMap<>();

    static {
        READERS.put("String", text -> text);
        READERS.put("Integer", Integer::valueOf);
        READERS.put("Long", Long::valueOf);
        READERS.put("Short", Short::valueOf);
        READERS.put("Byte", Byte::valueOf);
        READERS.put("BigInteger", BigInteger::new);
        READERS.put("BigDecimal", BigDecimal::new);
        READERS.put("Double", Double::valueOf);
        READERS.put("Float", Float::valueOf);
        READERS.put("Boolean", Boolean::valueOf);
        READERS.put("UUID", UUID::fromString);
        READERS.put("Date", Date::valueOf);
        READERS.put("Time", Time::valueOf);
        READERS.put("Timestamp", Timestamp::valueOf);
        READERS.put("LocalDate", LocalDate::parse);
        READERS.put("LocalTime", LocalTime::parse);
        READERS.put("LocalDateTime", LocalDateTime::parse);
        READERS.put("OffsetDateTime", OffsetDateTime::parse);
        READERS.put("byte[]", text -> HexFormat.of().parseHex(text));
    }

    /** Copies the list. */
    public KeyPosition {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a position has a value for each column of the key");
        }
    }

    /**
     * A text that {@link #parse} reads, to be kept until another process goes on.
     *
     * @throws IllegalArgumentException where a value is of a class that has no such text
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Object value : values) {
            String kind = value.getClass().getSimpleName();
            if (!READERS.containsKey(kind)) {
                throw new IllegalArgumentException(
                        "a key of class " + value.getClass().getName() + " has no text");
            }
            String written = value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
            text.append(kind).append(' ').append(written.length()).append(' ').append(written);
        }
        return text.toString();
    }

    /**
     * The position of a text.
     *
     * @param text as {@link #text} writes it
     * @throws IllegalArgumentException where it is none
     */
    public static KeyPosition parse(String text) {
        List<Object> values = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int kindEnd = text.indexOf(' ', at);
            int lengthEnd = kindEnd < 0 ? -1 : text.indexOf(' ', kindEnd + 1);
            Function<String, Object> reader = lengthEnd < 0 ? null : READERS.get(text.substring(at, kindEnd));
            int end = reader == null ? -1 : lengthEnd + 1 + Integer.parseInt(text.substring(kindEnd + 1, lengthEnd));
            if (reader == null || end > text.length() || end <= lengthEnd) {
                throw new IllegalArgumentException("no position of a walk: " + text);
            }
            values.add(reader.apply(text.substring(lengthEnd + 1, end)));
            at = end;
        }
        return new KeyPosition(values);
    }

    /** The values, as messages show them. */
    @Override
    public String toString() {
        return values.toString();
    }
}

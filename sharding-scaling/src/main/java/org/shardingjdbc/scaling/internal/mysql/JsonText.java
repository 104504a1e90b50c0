package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonFormatter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A document of the log as a text that makes the same document again: a number that is a DOUBLE keeps its point or
 * exponent. What only SQL puts into documents (a TIME, bytes) has no text that does; it is refused.
 */
final class JsonText implements JsonFormatter {
    private final StringBuilder text = new StringBuilder();

    @Override
    public String toString() {
        return text.toString();
    }

    @Override
    public void beginObject(int elements) {
        text.append('{');
    }

    @Override
    public void beginArray(int elements) {
        text.append('[');
    }

    @Override
    public void endObject() {
        text.append('}');
    }

    @Override
    public void endArray() {
        text.append(']');
    }

    @Override
    public void name(String name) {
        quote(name);
        text.append(':');
    }

    @Override
    public void value(String value) {
        quote(value);
    }

    @Override
    public void value(int value) {
        text.append(value);
    }

    @Override
    public void value(long value) {
        text.append(value);
    }

    @Override
    public void value(double value) {
        text.append(value);
    }

    @Override
    public void value(@Nullable BigInteger value) {
        text.append(value);
    }

    /** As the server prints it. */
    @Override
    public void value(BigDecimal value) {
        text.append(value.toPlainString());
    }

    @Override
    public void value(boolean value) {
        text.append(value);
    }

    @Override
    public void valueNull() {
        text.append("null");
    }

    @Override
    public void valueYear(int year) {
        text.append(year);
    }

    @Override
    public void valueDate(int year, int month, int day) {
        text.append(String.format(Locale.ROOT, "\"%04d-%02d-%02d\"", year, month, day));
    }

    @Override
    public void valueDatetime(int year, int month, int day, int hour, int minute, int second, int micros) {
        text.append(String.format(
                Locale.ROOT, "\"%04d-%02d-%02d %02d:%02d:%02d.%06d\"", year, month, day, hour, minute, second, micros));
    }

    @Override
    public void valueTime(int hour, int minute, int second, int micros) {
        throw new IllegalArgumentException("A JSON document holds a TIME, which is not moved");
    }

    @Override
    public void valueTimestamp(long seconds, int micros) {
        throw new IllegalArgumentException("A JSON document holds a TIMESTAMP, which is not moved");
    }

    @Override
    public void valueOpaque(ColumnType type, byte[] value) {
        throw new IllegalArgumentException("A JSON document holds bytes, which are not moved");
    }

    @Override
    public void nextEntry() {
        text.append(',');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}

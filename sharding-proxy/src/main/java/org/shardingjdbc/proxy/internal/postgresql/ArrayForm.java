package org.shardingjdbc.proxy.internal.postgresql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The binary form of arrays: dimensions, then all elements, each with its length. Stateless. */
final class ArrayForm {
    private static final int MOST_DIMENSIONS = 6;
    private static final int LENGTH_BYTES = 4;

    private ArrayForm() {}

    // ---- from text

    static byte[] fromText(int element, String text) throws SQLException {
        Reader reader = new Reader(text);
        List<@Nullable String> elements = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        List<Integer> lowest = reader.bounds();
        reader.read(0, sizes, elements);
        if (elements.isEmpty()) {
            sizes.clear();
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(ValueForms.int32(sizes.size()));
        all.writeBytes(ValueForms.int32(elements.contains(null) ? 1 : 0));
        all.writeBytes(ValueForms.int32(element));
        for (int i = 0; i < sizes.size(); i++) {
            all.writeBytes(ValueForms.int32(sizes.get(i)));
            all.writeBytes(ValueForms.int32(i < lowest.size() ? lowest.get(i) : 1));
        }
        for (String each : elements) {
            if (each == null) {
                all.writeBytes(ValueForms.int32(-1));
            } else {
                byte[] value = ValueForms.fromText(element, each);
                all.writeBytes(ValueForms.int32(value.length));
                all.writeBytes(value);
            }
        }
        return all.toByteArray();
    }

    /** Reads the text of an array from its beginning to its end. */
    private static final class Reader {
        private final String text;
        private int position;

        Reader(String text) {
            this.text = text;
        }

        /** What stands before an array whose first element is not the one numbered 1: {@code [0:2]=}. */
        List<Integer> bounds() {
            List<Integer> lowest = new ArrayList<>();
            while (text.charAt(position) == '[') {
                int colon = text.indexOf(':', position);
                lowest.add(Integer.parseInt(text.substring(position + 1, colon)));
                position = text.indexOf(']', colon) + 1;
            }
            if (!lowest.isEmpty()) {
                position++;
            }
            return lowest;
        }

        void read(int depth, List<Integer> sizes, List<@Nullable String> elements) {
            position++;
            int size = 0;
            if (depth == sizes.size()) {
                sizes.add(0);
            }
            while (text.charAt(position) != '}') {
                char c = text.charAt(position);
                if (c == ',') {
                    position++;
                } else if (c == '{') {
                    read(depth + 1, sizes, elements);
                    size++;
                } else {
                    elements.add(element());
                    size++;
                }
            }
            position++;
            sizes.set(depth, size);
        }

        private @Nullable String element() {
            StringBuilder element = new StringBuilder();
            boolean quoted = text.charAt(position) == '"';
            if (quoted) {
                position++;
            }
            while (quoted ? text.charAt(position) != '"' : ",}".indexOf(text.charAt(position)) < 0) {
                if (text.charAt(position) == '\\') {
                    position++;
                }
                element.append(text.charAt(position++));
            }
            if (quoted) {
                position++;
            }
            return !quoted && element.toString().equals("NULL") ? null : element.toString();
        }
    }

    // ---- to text

    static String toText(ByteBuffer in) throws SQLException {
        int dimensions = in.getInt();
        in.getInt();
        int element = in.getInt();
        if (dimensions < 0 || dimensions > MOST_DIMENSIONS || TypeId.element(element) != 0) {
            throw new IllegalArgumentException();
        }
        if (dimensions == 0) {
            return "{}";
        }
        int[] sizes = new int[dimensions];
        StringBuilder bounds = new StringBuilder();
        boolean usual = true;
        long elements = 1;
        for (int i = 0; i < dimensions; i++) {
            sizes[i] = in.getInt();
            int lowest = in.getInt();
            usual &= lowest == 1;
            if (sizes[i] < 0) {
                throw new IllegalArgumentException();
            }
            // a later size may be 0
            elements = Math.min(elements * sizes[i], Integer.MAX_VALUE);
            bounds.append('[')
                    .append(lowest)
                    .append(':')
                    .append(lowest + sizes[i] - 1)
                    .append(']');
        }
        if (elements > in.remaining() / LENGTH_BYTES) {
            throw new IllegalArgumentException();
        }
        if (elements == 0) {
            if (in.hasRemaining()) {
                throw new IllegalArgumentException();
            }
            return "{}";
        }
        StringBuilder text = new StringBuilder(usual ? "" : bounds.append('=').toString());
        write(in, element, sizes, 0, text);
        if (in.hasRemaining()) {
            throw new IllegalArgumentException();
        }
        return text.toString();
    }

    private static void write(ByteBuffer in, int element, int[] sizes, int depth, StringBuilder text)
            throws SQLException {
        text.append('{');
        for (int i = 0; i < sizes[depth]; i++) {
            text.append(i == 0 ? "" : ",");
            if (depth + 1 < sizes.length) {
                write(in, element, sizes, depth + 1, text);
            } else {
                writeElement(in, element, text);
            }
        }
        text.append('}');
    }

    private static void writeElement(ByteBuffer in, int element, StringBuilder text) throws SQLException {
        int length = in.getInt();
        if (length == -1) {
            text.append("NULL");
            return;
        }
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        String value = ValueForms.toText(element, bytes);
        text.append('"')
                .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                .append('"');
    }
}

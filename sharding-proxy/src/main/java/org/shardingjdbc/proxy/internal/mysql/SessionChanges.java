package org.shardingjdbc.proxy.internal.mysql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What of a session has changed since its client was told last, by an OK packet: clients that ask for it keep in mind
 * in which database they are, and what is set. Not thread-safe; one per session.
 */
final class SessionChanges {
    private static final int VARIABLE = 0;
    private static final int SCHEMA = 1;
    private static final int ANYTHING = 2;
    private static final int SHORTEST_LONG_LENGTH = 0xfb;

    private static final String ALL = "*";
    /** As the databases have it where nothing is set. */
    static final String USUAL =
            "autocommit,character_set_client,character_set_connection,character_set_results,time_zone";

    private final Map<String, String> variables = new LinkedHashMap<>();
    private @Nullable String schema;
    private boolean anything;

    // ---- what the client wants to know

    private boolean tellsSchema;
    private boolean tellsAnything;
    private Set<String> told = Set.of();

    SessionChanges() {
        forget();
    }

    /** The session begins, or begins anew. */
    void forget() {
        tellsSchema = true;
        tellsAnything = false;
        told = names(USUAL);
        drop();
    }

    /** The client is not told of what has changed. */
    void drop() {
        variables.clear();
        schema = null;
        anything = false;
    }

    private static Set<String> names(String list) {
        Set<String> names = new TreeSet<>();
        for (String each : list.split(",", -1)) {
            if (!each.isBlank()) {
                names.add(each.strip().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    void tellSchema(boolean now) {
        tellsSchema = now;
    }

    /** Whether the client is told that something has changed, whatever it is. */
    void tellAnything(boolean now) {
        tellsAnything = now;
    }

    /** @param list names with commas between them, or {@code *} for all variables; null for the usual ones */
    void tellVariables(@Nullable String list) {
        told = names(list == null ? USUAL : list);
    }

    /** Whether the client is told of a variable that is set. */
    boolean tells(String name) {
        return told.contains(name) || told.contains(ALL);
    }

    boolean tellsAnything() {
        return tellsAnything;
    }

    // ---- what changes

    void schema(String name) {
        schema = name;
        anything = true;
    }

    void variable(String name, String value) {
        if (tells(name)) {
            // The one that is set last stands last.
            variables.remove(name);
            variables.put(name, value);
        }
        anything = true;
    }

    /** Of what has no name, as a user variable. */
    void anything() {
        anything = true;
    }

    /** What the client is to be told, as it is in an OK packet; empty for nothing. It counts as told then. */
    byte[] take() {
        if (!anything) {
            return new byte[0];
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Map.Entry<String, String> each : variables.entrySet()) {
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            write(one, each.getKey());
            write(one, each.getValue());
            add(all, VARIABLE, one);
        }
        if (schema != null && tellsSchema) {
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            write(one, schema);
            add(all, SCHEMA, one);
        }
        if (tellsAnything) {
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            one.write('1');
            add(all, ANYTHING, one);
        }
        drop();
        return all.toByteArray();
    }

    private static void add(ByteArrayOutputStream all, int type, ByteArrayOutputStream one) {
        all.write(type);
        length(all, one.size());
        all.writeBytes(one.toByteArray());
    }

    private static void write(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        length(to, bytes.length);
        to.writeBytes(bytes);
    }

    private static void length(ByteArrayOutputStream to, int length) {
        if (length < SHORTEST_LONG_LENGTH) {
            to.write(length);
        } else if (length <= 0xffff) {
            to.write(0xfc);
            to.write(length);
            to.write(length >>> 8);
        } else {
            to.write(0xfd);
            to.write(length);
            to.write(length >>> 8);
            to.write(length >>> 16);
        }
    }
}

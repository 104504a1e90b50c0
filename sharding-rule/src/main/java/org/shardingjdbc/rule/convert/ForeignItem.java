package org.shardingjdbc.rule.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A value of the input, with its place: a map, a list or a text, whichever notation it came from. One tree per input;
 * grows while it is read, by one thread.
 */
@Incubating
public final class ForeignItem {
    /** What a value is. */
    @Incubating
    public enum Kind {
        /** Entries by name. */
        MAP,
        /** Elements. */
        LIST,
        /** Characters. */
        TEXT,
        /** Nothing behind the key. */
        EMPTY
    }

    private final Kind kind;
    private final String path;
    private final int line;
    private final int column;
    private final String tag;
    private final String text;
    private final Map<String, ForeignItem> entries = new LinkedHashMap<>();
    private final List<ForeignItem> elements = new ArrayList<>();

    private ForeignItem(Kind kind, String path, int line, int column, String tag, String text) {
        this.kind = kind;
        this.path = path;
        this.line = line;
        this.column = column;
        this.tag = tag;
        this.text = text;
    }

    /**
     * A map, into which entries are put.
     *
     * @param tag what stands behind {@code !}; empty for none
     */
    public static ForeignItem map(String path, int line, int column, String tag) {
        return new ForeignItem(Kind.MAP, path, line, column, tag, "");
    }

    /** A list, to which elements are added. */
    public static ForeignItem list(String path, int line, int column) {
        return new ForeignItem(Kind.LIST, path, line, column, "", "");
    }

    /** A text; one without characters and tag is empty. */
    public static ForeignItem text(String path, int line, int column, String tag, String text) {
        return new ForeignItem(text.isEmpty() && tag.isEmpty() ? Kind.EMPTY : Kind.TEXT, path, line, column, tag, text);
    }

    /** A text that is empty on purpose, such as a password in quotes. */
    public static ForeignItem quoted(String path, int line, int column, String text) {
        return new ForeignItem(Kind.TEXT, path, line, column, "", text);
    }

    /** Puts an entry into a map. */
    public void put(String key, ForeignItem value) {
        entries.put(key, value);
    }

    /** Adds an element to a list. */
    public void add(ForeignItem element) {
        elements.add(element);
    }

    /** Whether it is a map, a list, a text or empty. */
    public boolean is(Kind asked) {
        return kind == asked;
    }

    /** Whether it has nothing below. */
    public boolean isLeaf() {
        return kind == Kind.TEXT || kind == Kind.EMPTY;
    }

    /** Where it is, such as {@code rules[0].tables}. */
    public String path() {
        return path;
    }

    /** Its line in the input, 1-based. */
    public int line() {
        return line;
    }

    /** Its column in the input, 1-based. */
    public int column() {
        return column;
    }

    /** What stands behind {@code !}; empty for nothing. */
    public String tag() {
        return tag;
    }

    /** The text; empty of a map or a list. */
    public String text() {
        return text;
    }

    /** The entries of a map, in the order of the input. */
    public Map<String, ForeignItem> entries() {
        return entries;
    }

    /** The elements of a list. */
    public List<ForeignItem> elements() {
        return elements;
    }

    /** The key of an entry in whatever notation it is written ({@code dataSources}, {@code data-sources}); or null. */
    public @Nullable String keyOf(String name) {
        if (entries.containsKey(name)) {
            return name;
        }
        String plain = plain(name);
        return entries.keySet().stream()
                .filter(key -> plain(key).equals(plain))
                .findFirst()
                .orElse(null);
    }

    /** The entry in whatever notation its key is written, or null. */
    public @Nullable ForeignItem get(String name) {
        String key = keyOf(name);
        return key == null ? null : entries.get(key);
    }

    /** The text of an entry, or null. */
    public @Nullable String textOf(String name) {
        ForeignItem item = get(name);
        return item == null || !item.is(Kind.TEXT) ? null : item.text();
    }

    /** A list, or texts between commas, as texts. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        if (kind == Kind.LIST) {
            elements.forEach(element -> texts.add(element.text()));
        } else if (kind == Kind.TEXT) {
            for (String each : text.split(",")) {
                if (!each.isBlank()) {
                    texts.add(each.trim());
                }
            }
        }
        return texts;
    }

    /** The leaves of a map by their keys joined with points, as properties are. */
    public Map<String, ForeignItem> leaves() {
        Map<String, ForeignItem> leaves = new LinkedHashMap<>();
        entries.forEach((key, value) -> {
            if (value.is(Kind.MAP)) {
                value.leaves().forEach((rest, leaf) -> leaves.put(key + "." + rest, leaf));
            } else {
                leaves.put(key, value);
            }
        });
        return leaves;
    }

    private static String plain(String key) {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}

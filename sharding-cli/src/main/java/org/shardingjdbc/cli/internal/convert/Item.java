package org.shardingjdbc.cli.internal.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A value of the input, with its place: a map, a list or a text, whichever notation it came from. One tree per input;
 * grows while it is read.
 */
final class Item {
    /** What a value is. */
    enum Kind {
        MAP,
        LIST,
        TEXT,
        EMPTY
    }

    private final Kind kind;
    private final String path;
    private final int line;
    private final int column;
    private final String tag;
    private final String text;
    private final Map<String, Item> entries = new LinkedHashMap<>();
    private final List<Item> elements = new ArrayList<>();

    private Item(Kind kind, String path, int line, int column, String tag, String text) {
        this.kind = kind;
        this.path = path;
        this.line = line;
        this.column = column;
        this.tag = tag;
        this.text = text;
    }

    /** @param tag what stands behind {@code !}; empty for none */
    static Item map(String path, int line, int column, String tag) {
        return new Item(Kind.MAP, path, line, column, tag, "");
    }

    static Item list(String path, int line, int column) {
        return new Item(Kind.LIST, path, line, column, "", "");
    }

    static Item text(String path, int line, int column, String tag, String text) {
        return new Item(text.isEmpty() && tag.isEmpty() ? Kind.EMPTY : Kind.TEXT, path, line, column, tag, text);
    }

    /** A text that is empty on purpose, such as a password in quotes. */
    static Item quoted(String path, int line, int column, String text) {
        return new Item(Kind.TEXT, path, line, column, "", text);
    }

    void put(String key, Item value) {
        entries.put(key, value);
    }

    void add(Item element) {
        elements.add(element);
    }

    boolean is(Kind asked) {
        return kind == asked;
    }

    boolean isLeaf() {
        return kind == Kind.TEXT || kind == Kind.EMPTY;
    }

    String path() {
        return path;
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }

    String tag() {
        return tag;
    }

    String text() {
        return text;
    }

    Map<String, Item> entries() {
        return entries;
    }

    List<Item> elements() {
        return elements;
    }

    /** The key of an entry in whatever notation it is written ({@code dataSources}, {@code data-sources}); or null. */
    String keyOf(String name) {
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
    Item get(String name) {
        String key = keyOf(name);
        return key == null ? null : entries.get(key);
    }

    /** The text of an entry, or null. */
    String textOf(String name) {
        Item item = get(name);
        return item == null || !item.is(Kind.TEXT) ? null : item.text();
    }

    /** A list, or texts between commas, as texts. */
    List<String> texts() {
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
    Map<String, Item> leaves() {
        Map<String, Item> leaves = new LinkedHashMap<>();
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

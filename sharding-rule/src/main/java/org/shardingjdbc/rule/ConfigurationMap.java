package org.shardingjdbc.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * A map of a configuration document. What is not of the wanted kind is told and read as absent, so that reading goes on
 * to the next mistake. One per map of a document, not thread-safe.
 */
public interface ConfigurationMap {
    /** Where it stands. */
    ConfigPath path();

    /** Takes mistakes, which are told with line and column. */
    Problems problems();

    /** Tells every key that is not among these, and returns this map. */
    ConfigurationMap only(List<String> known);

    /**
     * Tells every key that is not among these, and of one that others read or that was read once what to do instead.
     *
     * @param instead by key, an advice in the imperative; keys of it are never known ones
     */
    default ConfigurationMap only(List<String> known, Map<String, String> instead) {
        List<String> all = new ArrayList<>(known);
        for (String key : keys()) {
            String advice = instead.get(key);
            if (advice != null) {
                problems().addAtKey(path().key(key), "key '" + key + "' is not read: " + advice);
                all.add(key);
            }
        }
        return only(all);
    }

    /** All keys, in the document's order. */
    List<String> keys();

    /** Whether the key is there and has a value. */
    boolean has(String key);

    /** Whether a key has one value, and neither a list nor a map. */
    boolean isText(String key);

    /** The text of a key, its placeholders filled; null when it is absent. */
    @Nullable
    String text(String key);

    /** The text of a key that must be there; null after a mistake. */
    @Nullable
    String requiredText(String key);

    /** A switch. */
    boolean flag(String key, boolean absent);

    /** All entries, whose values must be scalars; absent values are empty texts. */
    Map<String, String> texts();

    /** The texts of a list; one text counts as a list of one. Empty when the key is absent. */
    List<String> textList(String key);

    /** As {@link #textList}, of names: one text may have several of them, between commas. */
    default List<String> names(String key) {
        return textList(key).stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)).map(String::trim))
                .toList();
    }

    /** The map of a key; null when it is absent. */
    @Nullable
    ConfigurationMap map(String key);

    /** Calls the reader for each entry, whose values must be maps. */
    void maps(BiConsumer<String, ConfigurationMap> reader);

    /** The elements of a list; empty when the key is absent. */
    List<? extends ConfigurationElement> elements(String key);

    /** Says in the log that something in this map is not needed here, and what stands in its place. */
    void needless(String what);
}

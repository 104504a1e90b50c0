package org.shardingjdbc.rule.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * A map of a configuration document. A value of the wrong type is reported and treated as absent, so that reading goes
 * on to the next mistake. One per map of a document, not thread-safe.
 */
public interface ConfigurationMap {
    /** Where it stands. */
    ConfigPath path();

    /** Collects mistakes, which are reported with line and column. */
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

    /**
     * What the maps in the map of a key say, by their names in the document's order; empty when the key is absent.
     *
     * @param reader gives what one of them says, also after a mistake
     */
    default <T> Map<String, T> maps(String key, Function<ConfigurationMap, T> reader) {
        Map<String, T> read = new LinkedHashMap<>();
        ConfigurationMap entries = map(key);
        if (entries != null) {
            entries.maps((name, entry) -> read.put(name, reader.apply(entry)));
        }
        return read;
    }

    /** Algorithms of a key by their names, as {@link #algorithm} reads each; empty when the key is absent. */
    default Map<String, AlgorithmConfiguration> algorithms(String key) {
        return maps(key, ConfigurationMap::algorithm);
    }

    /** This map as an algorithm: its {@code type}, and {@code props} where there are some. */
    default AlgorithmConfiguration algorithm() {
        ConfigurationMap props = only(List.of("type", "props")).map("props");
        return new AlgorithmConfiguration(requiredText("type"), props == null ? Map.of() : props.texts());
    }

    /**
     * The constant that a key names, in any case.
     *
     * @param absent where the key is absent, and after a mistake
     */
    default <E extends Enum<E>> E constant(String key, E absent) {
        String text = text(key);
        if (text == null) {
            return absent;
        }
        List<String> known = new ArrayList<>();
        for (E each : absent.getDeclaringClass().getEnumConstants()) {
            if (each.name().equalsIgnoreCase(text.trim())) {
                return each;
            }
            known.add(each.name());
        }
        problems().unknown(path().key(key), "value of '" + key + "'", text, known);
        return absent;
    }

    /** The elements of a list; empty when the key is absent. */
    List<? extends ConfigurationElement> elements(String key);

    /** Says in the log that something in this map is not needed here, and what stands in its place. */
    void needless(String what);
}

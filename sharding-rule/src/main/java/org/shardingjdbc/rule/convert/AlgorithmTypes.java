package org.shardingjdbc.rule.convert;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.Incubating;

/**
 * Algorithms of one kind that a configuration names by type: which of them are built in here, and under which names.
 * Immutable.
 */
@Incubating
public class AlgorithmTypes {
    private final Set<String> types;
    private final Map<String, String> renamed;
    private final String remedy;

    /**
     * A kind of algorithms.
     *
     * @param types those that are built in here, in capitals
     * @param renamed what those are called here that had other names
     * @param remedy what to do about a type that is not built in
     */
    public AlgorithmTypes(Set<String> types, Map<String, String> renamed, String remedy) {
        this.types = Set.copyOf(types);
        this.renamed = Map.copyOf(renamed);
        this.remedy = remedy;
    }

    /** The type as it is called here: that of the input where nothing is known of it. */
    final String type(String type) {
        String upper = type.toUpperCase(Locale.ROOT);
        return types.contains(upper) ? upper : renamed.getOrDefault(upper, type);
    }

    final boolean isBuiltIn(String type) {
        return types.contains(type(type));
    }

    final String remedy() {
        return remedy;
    }

    /**
     * Converts a property in a way of its own.
     *
     * @param type as the input has it
     * @param key with hyphens
     * @return false where it is taken as it is
     */
    protected boolean property(String type, String key, ForeignItem value, ConvertedMap props, ConversionDraft draft) {
        return false;
    }

    /**
     * Adds what a type needs here, and records a remark where the type needs one.
     *
     * @param written the type as it is called here
     * @param props those that were taken
     */
    protected void complete(ForeignItem type, String written, ConvertedMap props, ConversionDraft draft) {}
}

package org.shardingjdbc.rule.convert;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * The result under construction, and what parts of the input imply for other parts. One per conversion; not
 * thread-safe.
 */
@Incubating
public final class ConversionDraft {
    private final List<RuleConversion> conversions;
    private final Verdicts verdicts = new Verdicts();
    private final ConvertedMap document = new ConvertedMap();
    private final Map<String, ConvertedMap> rules = new LinkedHashMap<>();
    private final Map<String, List<String>> discovered = new LinkedHashMap<>();
    private final Set<String> followed = new HashSet<>();
    private @Nullable String rangesOfInline;
    private boolean readsCiphers = true;
    private boolean findsSingleTables;

    /** @param conversions those of all rules */
    public ConversionDraft(List<RuleConversion> conversions) {
        this.conversions = List.copyOf(conversions);
    }

    /** Whether a rule converts what stands under a name, as {@link RuleConversion#names} has it. */
    public boolean converts(String name) {
        return conversions.stream().anyMatch(each -> each.names().contains(name));
    }

    /**
     * Converts a rule, or the part of one that is a rule of its own here.
     *
     * @param name under which it stands
     * @return false where no rule does that
     */
    public boolean convert(String name, ForeignItem rule) {
        for (RuleConversion each : conversions) {
            if (each.names().contains(name)) {
                each.part().convert(name, rule, this);
                return true;
            }
        }
        return false;
    }

    /** The verdict on each key of the input. */
    public Verdicts verdicts() {
        return verdicts;
    }

    /** The result, but for its rules. */
    public ConvertedMap document() {
        return document;
    }

    /** The rule of a kind, which is made at the first call. */
    public ConvertedMap rule(String tag) {
        return rules.computeIfAbsent(tag, ConvertedMap::new);
    }

    /** Whether instances share a registry, as far as the input was read. */
    public boolean isCluster() {
        return document.get("mode") instanceof ConvertedMap mode
                && mode.get("type") instanceof ForeignItem type
                && type.text().equalsIgnoreCase("Cluster");
    }

    /** Each rule that has keys, in the order of the input. */
    public List<ConvertedMap> rules() {
        return rules.values().stream().filter(each -> !each.isEmpty()).toList();
    }

    /** The data sources among which ShardingSphere looked for a primary, by the name of the group. */
    public Map<String, List<String>> discovered() {
        return discovered;
    }

    /** Those of them that became a primary and its replicas. */
    public Set<String> followed() {
        return followed;
    }

    /**
     * The value that every INLINE algorithm gets for {@code allow-range-query-with-inline-sharding}; null for nothing.
     */
    public @Nullable String rangesOfInline() {
        return rangesOfInline;
    }

    /** Sets {@link #rangesOfInline()}. */
    public void rangesOfInline(@Nullable String flag) {
        rangesOfInline = flag;
    }

    /** Whether ciphers are read where an encrypted column has plain values too. */
    public boolean readsCiphers() {
        return readsCiphers;
    }

    /** Sets {@link #readsCiphers()}. */
    public void readsCiphers(boolean reads) {
        readsCiphers = reads;
    }

    /** The input is of a version before 5.4, which finds tables without a rule by itself. */
    public void old() {
        findsSingleTables = true;
    }

    /** Whether tables without a rule are found by themselves. */
    public boolean isOld() {
        return findsSingleTables;
    }
}

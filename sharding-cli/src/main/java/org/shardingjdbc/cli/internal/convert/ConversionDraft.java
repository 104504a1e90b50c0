package org.shardingjdbc.cli.internal.convert;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result while it grows, and what one part of the input says of another. One per conversion. */
final class ConversionDraft {
    static final String SINGLE = "SINGLE";
    static final String READWRITE = "READWRITE_SPLITTING";

    private final Verdicts verdicts = new Verdicts();
    private final Result document = new Result();
    private final Map<String, Result> rules = new LinkedHashMap<>();
    private final Map<String, List<String>> discovered = new LinkedHashMap<>();
    private final Set<String> followed = new HashSet<>();
    private String rangesOfInline;
    private boolean readsCiphers = true;
    private boolean findsSingleTables;

    Verdicts verdicts() {
        return verdicts;
    }

    Result document() {
        return document;
    }

    /** The rule of a kind, which is made at the first call. */
    Result rule(String tag) {
        return rules.computeIfAbsent(tag, Result::new);
    }

    /** Each rule that has keys, in the order of the input. */
    List<Result> rules() {
        return rules.values().stream().filter(each -> !each.isEmpty()).toList();
    }

    /** The data sources among which ShardingSphere looked for a primary, by the name of the group. */
    Map<String, List<String>> discovered() {
        return discovered;
    }

    /** Those of them that became a primary and its replicas. */
    Set<String> followed() {
        return followed;
    }

    /** What every INLINE algorithm is to have as {@code allow-range-query-with-inline-sharding}; null for nothing. */
    String rangesOfInline() {
        return rangesOfInline;
    }

    void rangesOfInline(String flag) {
        rangesOfInline = flag;
    }

    /** Whether ciphers are read where an encrypted column has plain values too. */
    boolean readsCiphers() {
        return readsCiphers;
    }

    void readsCiphers(boolean reads) {
        readsCiphers = reads;
    }

    /** The input is of a version before 5.4, which finds tables without a rule by itself. */
    void old() {
        findsSingleTables = true;
    }

    boolean isOld() {
        return findsSingleTables;
    }
}

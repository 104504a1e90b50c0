package org.shardingjdbc.cli.internal.convert;

import java.util.Map;
import java.util.Set;

/** Converts entries of {@code shardingAlgorithms}, {@code keyGenerators}, {@code encryptors} and the like. */
final class AlgorithmConversion {
    private static final String PROPS = "props";
    private static final String RANGES = "allow-range-query-with-inline-sharding";
    private static final String DIGEST = "digest-algorithm-name";

    /** Those that were written with points in 4.x. */
    private static final Set<String> POINTED = Set.of(
            "worker-id", "max-vibration-offset", "max-tolerate-time-difference-milliseconds", "aes-key-value", RANGES);

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    AlgorithmConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    /** Converts each entry of a map below the key of the same name. */
    void convert(Item entries, AlgorithmKind kind, String key, Result to) {
        if (entries != null) {
            entries.entries().forEach((name, entry) -> to.map(key).put(name, convert(entry, kind)));
        }
    }

    /** One entry. */
    Result convert(Item entry, AlgorithmKind kind) {
        Result result = new Result();
        Keys keys = new Keys(entry, verdicts);
        Item type = keys.item("type");
        String name = type == null ? "" : type.text();
        Result props = props(keys.item(PROPS), name);
        if (type != null) {
            String written = kind.type(name);
            result.put("type", written);
            tell(type, written, kind, props);
            complete(type, written, kind, props);
        }
        result.put(PROPS, props);
        keys.end();
        return result;
    }

    private void tell(Item type, String written, AlgorithmKind kind, Result props) {
        if (!kind.isBuiltIn(written)) {
            verdicts.notYet(type, "type " + written + " is not built in; it needs a class of its own", kind.remedy());
        } else if (kind == AlgorithmKind.KEY && written.equals("SNOWFLAKE") && !props.has("worker-id")) {
            verdicts.taken(
                    type,
                    "without worker-id an id is leased from the "
                            + (draft.document().has("mode") ? "registry" : "table sharding_jdbc_worker")
                            + ", where ShardingSphere takes 0");
        } else if (written.equals("CLASS_BASED")) {
            verdicts.taken(type, "needs the class on the class path, and the jar sharding-shardingsphere");
        } else if (!written.equalsIgnoreCase(type.text())) {
            verdicts.changed(type, "is called " + written);
        } else {
            verdicts.taken(type);
        }
    }

    private void complete(Item type, String written, AlgorithmKind kind, Result props) {
        if (kind == AlgorithmKind.SHARDING && written.equals("INLINE") && draft.rangesOfInline() != null) {
            props.put(RANGES, draft.rangesOfInline());
        }
        if (kind == AlgorithmKind.ENCRYPTION && written.equals("AES") && !props.has(DIGEST)) {
            props.put(DIGEST, "SHA-1");
            verdicts.changed(type, "gets " + DIGEST + ": SHA-1, by which the key was made where none is named");
        }
    }

    private boolean isCluster() {
        return draft.document().get("mode") instanceof Result mode
                && mode.get("type") instanceof Item type
                && type.text().equalsIgnoreCase("Cluster");
    }

    private Result props(Item map, String type) {
        Result props = new Result();
        if (map == null) {
            return props;
        }
        for (Map.Entry<String, Item> leaf : map.leaves().entrySet()) {
            String dashed = leaf.getKey().replace('.', '-');
            boolean pointed = !dashed.equals(leaf.getKey()) && POINTED.contains(dashed);
            Item value = leaf.getValue();
            String key = pointed ? dashed : leaf.getKey();
            boolean workerId = type.equalsIgnoreCase("SNOWFLAKE") && key.equals("worker-id");
            if (workerId && value.text().startsWith("${")) {
                verdicts.changed(value, "is a placeholder of this library");
                props.put(key, Placeholder.converted(value.text()));
                continue;
            }
            if (workerId && isCluster() && !value.text().startsWith("$${")) {
                verdicts.dropped(value, "is of no account in a cluster, where each instance leases an id");
                continue;
            }
            if (pointed) {
                verdicts.changed(value, "is written as " + dashed);
            } else {
                verdicts.taken(value);
            }
            props.put(key, value);
        }
        return props;
    }
}

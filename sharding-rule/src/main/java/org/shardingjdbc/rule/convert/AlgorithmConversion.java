package org.shardingjdbc.rule.convert;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** Converts entries of {@code shardingAlgorithms}, {@code keyGenerators}, {@code encryptors} and the like. */
@Incubating
public final class AlgorithmConversion {
    private static final String PROPS = "props";

    /** Those that were written with points in 4.x. */
    private static final Set<String> POINTED = Set.of(
            "worker-id",
            "max-vibration-offset",
            "max-tolerate-time-difference-milliseconds",
            "aes-key-value",
            "allow-range-query-with-inline-sharding");

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    /** Converts for a draft, to whose verdicts it tells what becomes of each key. */
    public AlgorithmConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    /** Converts each entry of a map below the key of the same name. */
    public void convert(@Nullable ForeignItem entries, AlgorithmTypes types, String key, ConvertedMap to) {
        if (entries != null) {
            entries.entries().forEach((name, entry) -> to.map(key).put(name, convert(entry, types)));
        }
    }

    /** One entry. */
    public ConvertedMap convert(ForeignItem entry, AlgorithmTypes types) {
        ConvertedMap result = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(entry, verdicts);
        ForeignItem type = keys.item("type");
        String name = type == null ? "" : type.text();
        ConvertedMap props = props(keys.item(PROPS), name, types);
        if (type != null) {
            String written = types.type(name);
            result.put("type", written);
            tell(type, written, types);
            types.complete(type, written, props, draft);
        }
        result.put(PROPS, props);
        keys.end();
        return result;
    }

    private void tell(ForeignItem type, String written, AlgorithmTypes types) {
        if (!types.isBuiltIn(written)) {
            verdicts.notYet(type, "type " + written + " is not built in; it needs a class of its own", types.remedy());
        } else if (written.equals("CLASS_BASED")) {
            verdicts.taken(type, "needs the class on the class path, and the jar sharding-shardingsphere");
        } else if (!written.equalsIgnoreCase(type.text())) {
            verdicts.changed(type, "is called " + written);
        } else {
            verdicts.taken(type);
        }
    }

    private ConvertedMap props(@Nullable ForeignItem map, String type, AlgorithmTypes types) {
        ConvertedMap props = new ConvertedMap();
        if (map == null) {
            return props;
        }
        for (Map.Entry<String, ForeignItem> leaf : map.leaves().entrySet()) {
            String dashed = leaf.getKey().replace('.', '-');
            boolean pointed = !dashed.equals(leaf.getKey()) && POINTED.contains(dashed);
            ForeignItem value = leaf.getValue();
            String key = pointed ? dashed : leaf.getKey();
            if (types.property(type, key, value, props, draft)) {
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

package org.shardingjdbc.feature.mask.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.feature.mask.MaskAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;

/** The types of mask algorithms: those of this library, and those of the application's service entries. */
final class MaskTypes {
    private final Map<String, MaskAlgorithmFactory> byType = new LinkedHashMap<>();

    private record Own(String type, Function<AlgorithmProperties, MaskAlgorithm> maker)
            implements MaskAlgorithmFactory {
        @Override
        public MaskAlgorithm create(AlgorithmProperties properties) {
            return maker.apply(properties);
        }
    }

    private MaskTypes() {}

    static MaskTypes load() {
        MaskTypes all = new MaskTypes();
        all.add(new Own("KEEP_FIRST_N_LAST_M", Ends::kept));
        all.add(new Own("MASK_FIRST_N_LAST_M", Ends::masked));
        all.add(new Own("KEEP_FROM_X_TO_Y", Stretch::kept));
        all.add(new Own("MASK_FROM_X_TO_Y", Stretch::masked));
        all.add(new Own("MASK_BEFORE_SPECIAL_CHARS", SpecialCharacters::before));
        all.add(new Own("MASK_AFTER_SPECIAL_CHARS", SpecialCharacters::after));
        all.add(new Own("MD5", Md5Mask::of));
        all.add(new Own("GENERIC_TABLE_RANDOM_REPLACE", RandomReplacement::of));
        Extensions.services(MaskAlgorithmFactory.class).forEach(all::add);
        return all;
    }

    private void add(MaskAlgorithmFactory factory) {
        byType.putIfAbsent(factory.type().toUpperCase(Locale.ROOT), factory);
    }

    /** Null where there is none. */
    @Nullable
    MaskAlgorithmFactory of(String type) {
        return byType.get(type.toUpperCase(Locale.ROOT));
    }

    List<String> names() {
        return List.copyOf(byType.keySet());
    }
}

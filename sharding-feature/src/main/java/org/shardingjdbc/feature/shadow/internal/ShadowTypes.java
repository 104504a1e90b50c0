package org.shardingjdbc.feature.shadow.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.shadow.HintShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.hint.Side;

/** The types of shadow algorithms: those of this library, and those of the application's service entries. */
final class ShadowTypes {
    private final Map<String, ShadowAlgorithmFactory> byType = new LinkedHashMap<>();

    private record BuiltIn(String type, Function<AlgorithmProperties, ShadowAlgorithm> maker)
            implements ShadowAlgorithmFactory {
        @Override
        public ShadowAlgorithm create(AlgorithmProperties properties) {
            return maker.apply(properties);
        }
    }

    private ShadowTypes() {}

    static ShadowTypes load() {
        ShadowTypes all = new ShadowTypes();
        all.add(new BuiltIn("VALUE_MATCH", ColumnMatch::ofValue));
        all.add(new BuiltIn("REGEX_MATCH", ColumnMatch::ofRegex));
        all.add(new BuiltIn("SQL_HINT", properties -> (HintShadowAlgorithm) hints -> hints.side() == Side.SHADOW));
        Extensions.services(ShadowAlgorithmFactory.class).forEach(all::add);
        return all;
    }

    private void add(ShadowAlgorithmFactory factory) {
        byType.putIfAbsent(factory.type().toUpperCase(Locale.ROOT), factory);
    }

    /** Null where there is none. */
    @Nullable
    ShadowAlgorithmFactory of(String type) {
        return byType.get(type.toUpperCase(Locale.ROOT));
    }

    List<String> names() {
        return List.copyOf(byType.keySet());
    }
}

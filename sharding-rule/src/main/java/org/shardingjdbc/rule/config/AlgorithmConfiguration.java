package org.shardingjdbc.rule.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A named thing that is found by its type: a sharding algorithm, a key generator, an auditor.
 *
 * @param type as the SPI knows it, compared without case; null where it is missing, which is reported as a mistake when
 *     the rule is compiled
 * @param props its properties, in the order of the configuration
 */
public record AlgorithmConfiguration(@Nullable String type, Map<String, String> props) {
    /** Copies the properties in their order. */
    public AlgorithmConfiguration {
        props = Collections.unmodifiableMap(new LinkedHashMap<>(props));
    }

    /** One without properties. */
    public AlgorithmConfiguration(String type) {
        this(type, Map.of());
    }

    /**
     * One with properties.
     *
     * @param namesAndValues name, value, name, value, ...
     * @throws IllegalArgumentException when a value is missing at the end
     */
    public static AlgorithmConfiguration of(String type, String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("each property needs a name and a value");
        }
        Map<String, String> props = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            props.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new AlgorithmConfiguration(type, props);
    }
}

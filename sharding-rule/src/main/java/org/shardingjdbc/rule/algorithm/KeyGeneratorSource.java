package org.shardingjdbc.rule.algorithm;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The key generators of a data source: one for each type and properties. Safe for all threads. */
public interface KeyGeneratorSource {
    /** The known types. */
    List<String> types();

    /**
     * The generator of a type with these properties.
     *
     * @return null when the type is unknown
     * @throws InvalidPropertyException when a property is missing, wrong or unknown
     */
    @Nullable
    KeyGenerator get(String type, Map<String, String> props);
}

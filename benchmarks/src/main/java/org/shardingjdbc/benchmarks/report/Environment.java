package org.shardingjdbc.benchmarks.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where and with what was measured: label and text, in the order of the report. Immutable. */
public record Environment(Map<String, String> facts) {
    public Environment {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }
}

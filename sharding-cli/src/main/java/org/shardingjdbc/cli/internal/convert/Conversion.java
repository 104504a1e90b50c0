package org.shardingjdbc.cli.internal.convert;

import java.util.List;
import org.shardingjdbc.rule.convert.ConversionVerdict;
import org.shardingjdbc.rule.convert.ConvertedKey;

/**
 * A converted configuration. Immutable.
 *
 * @param result a YAML of this library; for a URL, the URL to write in its place
 * @param keys what became of each key of the input, in the order of its lines
 * @param mistakes why this library would refuse to open the result; empty when it would not. Databases are not asked
 */
public record Conversion(String result, List<ConvertedKey> keys, List<String> mistakes) {
    /** Copies the lists. */
    public Conversion {
        keys = List.copyOf(keys);
        mistakes = List.copyOf(mistakes);
    }

    /** How many keys have a verdict. */
    public long count(ConversionVerdict verdict) {
        return keys.stream().filter(key -> key.verdict() == verdict).count();
    }

    /** Whether the result can be opened, and nothing of the input is missing in it. */
    public boolean isComplete() {
        return mistakes.isEmpty() && count(ConversionVerdict.NOT_YET) == 0;
    }
}

package org.shardingjdbc.spring;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Environment variables that look like properties of a configuration and are none. One that a file has can be given by
 * a variable in Boot's spelling; of others nobody knows how they are written, as {@code DS_1} may be {@code ds_1} or
 * {@code ds.1}. Stateless.
 */
final class UnheardVariables {
    private static final Logger LOG = LoggerFactory.getLogger(UnheardVariables.class);

    private UnheardVariables() {}

    /**
     * Names them in the log.
     *
     * @param prefix of the properties
     * @param sources all that can be listed
     * @param keys what stands directly below the prefix in a configuration
     */
    static void warn(String prefix, List<EnumerablePropertySource<?>> sources, Set<String> keys) {
        Set<String> heard = new HashSet<>();
        List<String> variables = new ArrayList<>();
        for (EnumerablePropertySource<?> source : sources) {
            for (String name : source.getPropertyNames()) {
                if (source instanceof SystemEnvironmentPropertySource) {
                    variables.add(name);
                } else {
                    heard.add(letters(name));
                }
            }
        }
        for (String variable : variables) {
            boolean below = keys.stream()
                    .anyMatch(key -> letters(variable).startsWith(letters(prefix + key))
                            && variable.toUpperCase(Locale.ROOT)
                                    .startsWith(letters(prefix).toUpperCase(Locale.ROOT) + "_"));
            if (below && !heard.contains(letters(variable))) {
                LOG.warn(
                        "The environment variable {} gives no property of {}: only those that a file has can be given so."
                                + " Write it into the file, with the placeholder ${{}}",
                        variable,
                        prefix,
                        variable);
            }
        }
    }

    private static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}

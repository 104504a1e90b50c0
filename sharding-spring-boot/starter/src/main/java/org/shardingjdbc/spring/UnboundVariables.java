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
final class UnboundVariables {
    private static final Logger LOG = LoggerFactory.getLogger(UnboundVariables.class);

    private UnboundVariables() {}

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
            boolean below = keys.stream().anyMatch(key -> isBelow(variable, letters(prefix + key)));
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

    /** Whether a variable begins with letters, wherever it has underscores, and goes on with one. */
    private static boolean isBelow(String variable, String letters) {
        int found = 0;
        int at = 0;
        while (at < variable.length() && found < letters.length()) {
            char c = Character.toLowerCase(variable.charAt(at++));
            if (c == letters.charAt(found)) {
                found++;
            } else if (c != '_') {
                return false;
            }
        }
        return found == letters.length() && at < variable.length() && variable.charAt(at) == '_';
    }

    private static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}

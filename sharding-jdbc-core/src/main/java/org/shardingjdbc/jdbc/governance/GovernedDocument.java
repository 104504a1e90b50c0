package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * One version of the configuration. Immutable.
 *
 * @param text YAML without the part {@code mode}, with its placeholders not replaced
 * @param version from 1 on; each change increases it by one
 */
@Incubating
public record GovernedDocument(String text, long version) {
    /** Only the version, as the text may contain secrets. */
    @Override
    public String toString() {
        return "version " + version;
    }
}

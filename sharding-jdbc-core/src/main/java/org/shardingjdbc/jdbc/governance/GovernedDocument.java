package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * One version of the configuration.
 *
 * @param text YAML without {@code mode}, its placeholders as they were written
 * @param version from 1, grows by one with each change
 */
@Incubating
public record GovernedDocument(String text, long version) {
    /** Not the text, which may hold secrets. */
    @Override
    public String toString() {
        return "version " + version;
    }
}

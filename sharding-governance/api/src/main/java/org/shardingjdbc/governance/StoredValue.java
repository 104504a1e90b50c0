package org.shardingjdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * A value of a repository.
 *
 * @param value never null
 * @param version from 1, grows by one with each write
 */
@Incubating
public record StoredValue(String value, long version) {
    /** Not the value, which may hold secrets. */
    @Override
    public String toString() {
        return "version " + version;
    }
}

package org.shardingjdbc.cli.internal.advise;

/**
 * A statement as it was found. Immutable.
 *
 * @param sql the text; of those of a log that differ in literals only, the first
 * @param times how often it stands there; of a log, how often it was executed, which is 0 where it was prepared only
 * @param place where it is first; null where it is not from a file
 */
public record FoundStatement(String sql, int times, Place place) {
    FoundStatement again(int further) {
        return new FoundStatement(sql, times + further, place);
    }
}

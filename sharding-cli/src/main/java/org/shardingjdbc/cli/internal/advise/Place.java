package org.shardingjdbc.cli.internal.advise;

/**
 * Where a statement stands. Immutable.
 *
 * @param file as it was named
 * @param line from 1
 */
public record Place(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}

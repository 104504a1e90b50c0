package org.shardingjdbc.rule.algorithm;

/** Makes keys that are unique over all data nodes. Safe for all threads. */
public interface KeyGenerator {
    /** The next key, never null and never given before: a Long or a String. */
    Comparable<?> next();
}

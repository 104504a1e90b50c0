package org.shardingjdbc.feature.encrypt;

/**
 * How far an encrypted column with a plain one beside it is. Both states write plain values and ciphers, so that
 * instances of both may run at a time. Before the first there is no rule for the column, after the last no plain
 * column.
 */
public enum PlainState {
    /** Plain values are read and compared: ciphers of older rows may be missing. */
    READ_PLAIN,
    /** Ciphers are read, and they or their digests compared: plain values are there for a way back. */
    READ_CIPHER
}

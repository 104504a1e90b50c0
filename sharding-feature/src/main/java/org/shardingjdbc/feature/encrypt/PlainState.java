package org.shardingjdbc.feature.encrypt;

/**
 * How far the encryption of a column with a plain column beside it has come. Both states write plain values and
 * ciphers, so that instances of both may run at the same time. Before the first state there is no rule for the column,
 * after the last one no plain column.
 */
public enum PlainState {
    /** Plain values are read and compared: ciphers of older rows may be missing. */
    READ_PLAIN,
    /** Ciphers are read; ciphers or their digests are compared. Plain values are there for a way back. */
    READ_CIPHER
}

package org.shardingjdbc.feature.encrypt;

/**
 * How a logic column is stored.
 *
 * @param cipher what is read
 * @param assistedQuery what is compared; null where ciphers are
 * @param likeQuery what LIKE compares; null for none
 * @param plain where the plain values are, while rows are still to be encrypted; null once all are
 * @param pulled whether plain values may be pulled into temporary tables of a data source, to answer what ciphers
 *     cannot
 */
public record EncryptedColumn(
        StoredForm cipher, StoredForm assistedQuery, StoredForm likeQuery, PlainForm plain, boolean pulled) {
    /** A column whose plain values are never pulled. */
    public EncryptedColumn(StoredForm cipher, StoredForm assistedQuery, StoredForm likeQuery, PlainForm plain) {
        this(cipher, assistedQuery, likeQuery, plain, false);
    }

    /** A column whose plain values are not stored. */
    public EncryptedColumn(StoredForm cipher, StoredForm assistedQuery, StoredForm likeQuery) {
        this(cipher, assistedQuery, likeQuery, null);
    }

    /** A column that is stored as its cipher only. */
    public EncryptedColumn(StoredForm cipher) {
        this(cipher, null, null, null);
    }
}

package org.shardingjdbc.feature.encrypt;

/**
 * How a logic column is stored.
 *
 * @param cipher what is read
 * @param assistedQuery what is compared; null where ciphers are
 * @param likeQuery what LIKE compares; null for none
 */
public record EncryptedColumn(StoredForm cipher, StoredForm assistedQuery, StoredForm likeQuery) {
    /** A column that is stored as its cipher only. */
    public EncryptedColumn(StoredForm cipher) {
        this(cipher, null, null);
    }
}

package org.shardingjdbc.feature.encrypt;

import org.jspecify.annotations.Nullable;

/**
 * How a logic column is stored. Immutable.
 *
 * @param cipher the form that is read; null where it is missing, which is reported as a mistake when the rule is
 *     compiled
 * @param assistedQuery the form that is compared; null where ciphers are compared
 * @param likeQuery the form that LIKE compares; null for none
 * @param plain where the plain values are, while rows are still to be encrypted; null once all are
 * @param pulled whether plain values may be pulled into temporary tables of a data source, to answer what ciphers
 *     cannot
 */
public record EncryptedColumn(
        @Nullable StoredForm cipher,
        @Nullable StoredForm assistedQuery,
        @Nullable StoredForm likeQuery,
        @Nullable PlainForm plain,
        boolean pulled) {
    /** A column that is stored as its cipher only. */
    public EncryptedColumn(StoredForm cipher) {
        this(cipher, null, null, null, false);
    }

    /** The same column with another form that is compared; null for ciphers. */
    public EncryptedColumn withAssistedQuery(@Nullable StoredForm form) {
        return new EncryptedColumn(cipher, form, likeQuery, plain, pulled);
    }

    /** The same column with another form that LIKE compares; null for none. */
    public EncryptedColumn withLikeQuery(@Nullable StoredForm form) {
        return new EncryptedColumn(cipher, assistedQuery, form, plain, pulled);
    }

    /** The same column with another plain column; null once all rows are encrypted. */
    public EncryptedColumn withPlain(@Nullable PlainForm form) {
        return new EncryptedColumn(cipher, assistedQuery, likeQuery, form, pulled);
    }

    /** The same column, whose plain values may be pulled. */
    public EncryptedColumn withPulled() {
        return new EncryptedColumn(cipher, assistedQuery, likeQuery, plain, true);
    }
}

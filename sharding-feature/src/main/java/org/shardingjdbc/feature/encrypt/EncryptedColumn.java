package org.shardingjdbc.feature.encrypt;

import org.jspecify.annotations.Nullable;

/**
 * How a logic column is stored. Immutable.
 *
 * @param cipher what is read; null where it is missing, which is reported as a mistake when the rule is compiled
 * @param assistedQuery what is compared; null where ciphers are
 * @param likeQuery what LIKE compares; null for none
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

    /** The same with what is compared; null for ciphers. */
    public EncryptedColumn withAssistedQuery(@Nullable StoredForm form) {
        return new EncryptedColumn(cipher, form, likeQuery, plain, pulled);
    }

    /** The same with what LIKE compares; null for nothing. */
    public EncryptedColumn withLikeQuery(@Nullable StoredForm form) {
        return new EncryptedColumn(cipher, assistedQuery, form, plain, pulled);
    }

    /** The same with where the plain values are; null once all rows are encrypted. */
    public EncryptedColumn withPlain(@Nullable PlainForm form) {
        return new EncryptedColumn(cipher, assistedQuery, likeQuery, form, pulled);
    }

    /** The same whose plain values may be pulled. */
    public EncryptedColumn withPulled() {
        return new EncryptedColumn(cipher, assistedQuery, likeQuery, plain, true);
    }
}

package org.shardingjdbc.feature.encrypt;

import org.jspecify.annotations.Nullable;

/**
 * An actual column, and the encryptor that makes its values. Immutable.
 *
 * @param name of the column in the actual tables; null where it is missing, which is reported as a mistake when the
 *     rule is compiled
 * @param encryptorName an entry of {@code encryptors}; null where it is missing, reported alike
 * @param writeOnly whether the column is only written, since older rows do not have a value there yet
 */
public record StoredForm(@Nullable String name, @Nullable String encryptorName, boolean writeOnly) {
    /** A form that every row has. */
    public StoredForm(@Nullable String name, @Nullable String encryptorName) {
        this(name, encryptorName, false);
    }
}

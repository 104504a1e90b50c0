package org.shardingjdbc.feature.encrypt;

/**
 * An actual column, and what makes its values.
 *
 * @param name of the column in the actual tables
 * @param encryptorName an entry of {@code encryptors}
 * @param writeOnly whether nothing is asked of it, since rows of before do not have it yet
 */
public record StoredForm(String name, String encryptorName, boolean writeOnly) {
    /** A form that every row has. */
    public StoredForm(String name, String encryptorName) {
        this(name, encryptorName, false);
    }
}

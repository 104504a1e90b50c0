package org.shardingjdbc.feature.encrypt;

/**
 * An actual column, and what makes its values.
 *
 * @param name of the column in the actual tables
 * @param encryptorName an entry of {@code encryptors}
 */
public record StoredForm(String name, String encryptorName) {}

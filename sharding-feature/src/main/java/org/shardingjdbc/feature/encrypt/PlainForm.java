package org.shardingjdbc.feature.encrypt;

/**
 * An actual column that holds the plain values, while a table is being encrypted.
 *
 * @param name of the column in the actual tables; may be the logic name
 * @param state how far the encryption of the table has come
 */
public record PlainForm(String name, PlainState state) {}

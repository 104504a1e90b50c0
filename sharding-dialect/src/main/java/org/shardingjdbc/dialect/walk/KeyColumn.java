package org.shardingjdbc.dialect.walk;

/**
 * A column of a primary key, as its database tells it. Immutable.
 *
 * @param name as stored, without quotes
 * @param type its name as the driver or a definition writes it, such as {@code TINYINT UNSIGNED} or
 *     {@code enum('a','b')}
 */
public record KeyColumn(String name, String type) {}

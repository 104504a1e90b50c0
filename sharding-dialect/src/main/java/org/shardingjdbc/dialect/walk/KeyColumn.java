package org.shardingjdbc.dialect.walk;

import org.shardingjdbc.Incubating;

/**
 * A column of a primary key, as its database tells it. Immutable.
 *
 * @param name as stored, without quotes
 * @param type its name as the driver or a definition writes it, such as {@code TINYINT UNSIGNED} or
 *     {@code enum('a','b')}
 */
@Incubating
public record KeyColumn(String name, String type) {}

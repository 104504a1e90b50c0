/**
 * The rule {@code !MASK}: its configuration, and the interface of algorithms of one's own. Columns are stored as they
 * are, and seen masked.
 */
package org.shardingjdbc.feature.mask;

/**
 * Encrypted columns: the configuration of the rule {@code !ENCRYPT}, and what algorithms of one's own implement. Users
 * touch it; what it does is in {@code internal}.
 */
package org.shardingjdbc.feature.encrypt;

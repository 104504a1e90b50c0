/**
 * The rule {@code !ENCRYPT}. Its configuration enters, the columns that it transforms leave. Begin with
 * {@link org.shardingjdbc.feature.encrypt.internal.EncryptRuleProvider}, which is found by its service entry;
 * {@link org.shardingjdbc.feature.encrypt.internal.ColumnEncryption} is what is done to one column.
 */
package org.shardingjdbc.feature.encrypt.internal;

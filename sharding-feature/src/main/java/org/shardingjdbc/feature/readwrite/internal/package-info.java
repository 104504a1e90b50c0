/**
 * How {@code !READWRITE_SPLITTING} is read and compiled, and how the database of an execution is chosen.
 * {@link org.shardingjdbc.feature.readwrite.internal.ReadwriteRuleProvider} is the entry.
 */
package org.shardingjdbc.feature.readwrite.internal;

/**
 * The rule {@code !READWRITE_SPLITTING}. Its configuration enters; the database of each execution leaves, a replica or
 * the primary. Begin with {@link org.shardingjdbc.feature.readwrite.internal.ReadwriteRuleProvider}, which is found by
 * its service entry.
 */
package org.shardingjdbc.feature.readwrite.internal;

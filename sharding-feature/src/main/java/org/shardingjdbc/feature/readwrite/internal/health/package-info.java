/**
 * The state of primaries and replicas. What databases answer enters: whether they take writes, and what they have of
 * their primary; which of them may be asked leaves. Begin with
 * {@link org.shardingjdbc.feature.readwrite.internal.health.GroupHealth}, which reads ask;
 * {@link org.shardingjdbc.feature.readwrite.internal.health.GroupsWatch} keeps it up to date.
 */
package org.shardingjdbc.feature.readwrite.internal.health;

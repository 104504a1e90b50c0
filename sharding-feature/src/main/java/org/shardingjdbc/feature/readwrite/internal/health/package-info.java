/**
 * The state of replicas: whether they answer, and what they have of their primary.
 * {@link org.shardingjdbc.feature.readwrite.internal.health.GroupHealth} is what reads ask;
 * {@link org.shardingjdbc.feature.readwrite.internal.health.GroupsWatch} keeps it up to date.
 */
package org.shardingjdbc.feature.readwrite.internal.health;

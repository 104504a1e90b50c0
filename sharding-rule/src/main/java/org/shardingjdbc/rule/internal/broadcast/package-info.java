/**
 * The rule {@code !BROADCAST}. Its configuration enters, tables that are replicated in every data source leave. Begin
 * with {@link org.shardingjdbc.rule.internal.broadcast.BroadcastRuleProvider}, which is found by its service entry.
 */
@NullMarked
package org.shardingjdbc.rule.internal.broadcast;

import org.jspecify.annotations.NullMarked;

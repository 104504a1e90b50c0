/**
 * How a rule that chooses between databases monitors them: whether they respond, which of them accepts writes, how far
 * replicas are. A rule gives a {@link org.shardingjdbc.rule.watch.DatabaseWatch}; the engine starts it with the
 * {@link org.shardingjdbc.rule.watch.WatchedDatabase}s and tells it of failures.
 */
@NullMarked
package org.shardingjdbc.rule.watch;

import org.jspecify.annotations.NullMarked;

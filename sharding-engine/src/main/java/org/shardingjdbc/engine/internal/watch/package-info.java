/**
 * Lets the watches of rules look at databases, and tells them of failures. The compiled rules and the pools of a
 * deployment enter {@link org.shardingjdbc.engine.internal.watch.Watches}.
 */
package org.shardingjdbc.engine.internal.watch;

/** {@code !SINGLE}: compiles its configuration to pinned tables, and to patterns for those that are found later. */
package org.shardingjdbc.rule.internal.single;

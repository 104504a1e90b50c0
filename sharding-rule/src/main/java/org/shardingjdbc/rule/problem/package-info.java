/**
 * Mistakes of a configuration: where they are, what was probably meant, and all of them at once. Single mistakes enter,
 * one exception with all of them leaves. Begin with {@link org.shardingjdbc.rule.problem.Problems}; the rule compiler
 * and the YAML reader collect in it.
 */
@NullMarked
package org.shardingjdbc.rule.problem;

import org.jspecify.annotations.NullMarked;

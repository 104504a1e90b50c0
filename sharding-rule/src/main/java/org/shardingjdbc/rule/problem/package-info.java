/**
 * Mistakes of a configuration: where they are, what was probably meant, and all of them at once. The rule compiler and
 * the YAML reader collect them.
 */
package org.shardingjdbc.rule.problem;

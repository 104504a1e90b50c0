/**
 * Key generators: those built in and those of the application. A configuration enters, a generator leaves, the same one
 * through reconfigurations. Begin with {@link org.shardingjdbc.rule.internal.key.KeyGenerators}; called by the rule
 * compiler and the data source.
 */
@NullMarked
package org.shardingjdbc.rule.internal.key;

import org.jspecify.annotations.NullMarked;

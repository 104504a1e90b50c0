/**
 * Sequences that all instances count in. The name of a sequence enters, a block of numbers that nobody else has leaves.
 * Begin with {@link org.shardingjdbc.jdbc.internal.sequence.SequenceTable}; key generators of the type SEQUENCE ask it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.sequence;

import org.jspecify.annotations.NullMarked;

/**
 * Slots: the hash of a key, in Java and as SQL, and which data node has which slots. A canonical value, or a column,
 * enters; a slot, or an expression of it, leaves. Begin with {@link org.shardingjdbc.rule.internal.slot.SlotHash};
 * called by the algorithm HASH_SLOT, and by what moves and checks rows by their slots.
 */
@NullMarked
package org.shardingjdbc.rule.internal.slot;

import org.jspecify.annotations.NullMarked;

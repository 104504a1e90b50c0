/**
 * The rule {@code !LOOKUP}. Its configuration enters, the look-ups of its tables leave, and what keeps their entries.
 * Begin with {@link org.shardingjdbc.feature.lookup.internal.LookUpRuleProvider}, which is found by its service entry.
 */
@NullMarked
package org.shardingjdbc.feature.lookup.internal;

import org.jspecify.annotations.NullMarked;

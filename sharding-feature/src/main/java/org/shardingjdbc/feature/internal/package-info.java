/**
 * What the rules beside this package have in common: the entries of a document under which algorithms are configured
 * enter {@link org.shardingjdbc.feature.internal.NamedAlgorithms}, and algorithms by their names leave. The compilers
 * of rules call it; it knows none of them.
 */
@NullMarked
package org.shardingjdbc.feature.internal;

import org.jspecify.annotations.NullMarked;

/**
 * What documents of ShardingSphere have that means nothing here:
 * {@link org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys} tells why a key is ignored. Asked by whoever reads a
 * configuration, or converts one.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.foreign;

import org.jspecify.annotations.NullMarked;

/**
 * What documents of ShardingSphere have that means nothing here. A key enters; why it is ignored leaves, or what to
 * write instead. Begin with {@link org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys}; asked by whoever reads a
 * configuration, or converts one.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.foreign;

import org.jspecify.annotations.NullMarked;

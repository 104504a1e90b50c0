/**
 * What the class path has and others decide on: libraries, resources, the version of this one. Their versions enter, a
 * refusal of those that cannot work leaves. Begin with {@link org.shardingjdbc.jdbc.internal.library.Libraries}; called
 * at the start, by whoever reads a configuration or opens a data source.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.library;

import org.jspecify.annotations.NullMarked;

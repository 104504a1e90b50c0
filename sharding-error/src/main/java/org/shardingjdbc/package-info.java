/**
 * What every module may use: {@link org.shardingjdbc.Incubating}, the mark of what may still change. The packages below
 * hold the library.
 */
@NullMarked
package org.shardingjdbc;

import org.jspecify.annotations.NullMarked;

/**
 * Tables of INTERVAL as time goes on. A configuration and a moment go in; the actual tables that have to be made and
 * those that are too old come out, and the configuration with the ones and without the others. What has left the rules
 * is remembered in the job table until it is dropped, renamed or archived.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.time;

import org.jspecify.annotations.NullMarked;

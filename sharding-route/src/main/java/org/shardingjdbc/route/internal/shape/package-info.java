/**
 * Route shapes: which data nodes an execution touches, as a function of its parameters. A bound statement enters
 * {@link org.shardingjdbc.route.internal.shape.Router} once for each SQL text and leaves as a
 * {@link org.shardingjdbc.route.internal.shape.RouteShape}; each execution asks that.
 */
@NullMarked
package org.shardingjdbc.route.internal.shape;

import org.jspecify.annotations.NullMarked;

/**
 * Where rows are and where they go: the data nodes of the layout that is left, and the rules of the next one. Begin
 * with {@link org.shardingjdbc.scaling.internal.layout.Layouts}; called by whoever copies, follows, compares or
 * switches.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.layout;

import org.jspecify.annotations.NullMarked;

/**
 * Parameters as the application set them: calls of setters and streams enter
 * {@link org.shardingjdbc.engine.internal.parameter.Parameters}, what a data node's statement is given leaves. They are
 * kept, so that several data nodes and several attempts get the same values.
 */
package org.shardingjdbc.engine.internal.parameter;

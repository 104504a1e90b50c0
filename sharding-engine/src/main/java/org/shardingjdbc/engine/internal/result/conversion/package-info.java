/**
 * What a getter of a result set returns of a value that we hold or compute. A value and the class that is asked for
 * enter {@link org.shardingjdbc.engine.internal.result.conversion.Conversions}; what the dialect's driver would return
 * leaves, as a number, a text, a time, a stream or a LOB. Called by the result sets of our own rows, for one value at a
 * time.
 */
package org.shardingjdbc.engine.internal.result.conversion;

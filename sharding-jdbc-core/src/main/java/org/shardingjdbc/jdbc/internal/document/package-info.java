/**
 * What a document may say, and what the library asks of a configuration that applications do not. Maps of a document
 * enter {@link org.shardingjdbc.jdbc.internal.document.DataSourceReader} and
 * {@link org.shardingjdbc.jdbc.internal.document.ModeReader}, and the properties of a pool, or a mode, leave. Begin
 * with {@link org.shardingjdbc.jdbc.internal.document.ConfigKeys}; who deploys or imports a configuration asks its
 * {@link org.shardingjdbc.jdbc.internal.document.ConfigurationChecks}.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.document;

import org.jspecify.annotations.NullMarked;

/**
 * What the library asks of a configuration and applications do not: where its parts stand in its document, and which of
 * them are mistakes. Begin with {@link org.shardingjdbc.jdbc.internal.document.ConfigurationChecks}, which each
 * configuration is; who deploys or imports one asks it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.document;

import org.jspecify.annotations.NullMarked;

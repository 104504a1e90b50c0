/**
 * The rows of SHOW and DESCRIBE: what databases answer, gathered, each logic table once under its logic name. A
 * statement of the session enters, {@link org.shardingjdbc.engine.internal.show.ShowRows} reads.
 */
package org.shardingjdbc.engine.internal.show;

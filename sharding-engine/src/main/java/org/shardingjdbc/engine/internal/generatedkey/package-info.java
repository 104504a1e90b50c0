/**
 * Generated keys: what the application asked for enters as
 * {@link org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest}, the rows that show them leave. It knows no
 * statement of ours.
 */
package org.shardingjdbc.engine.internal.generatedkey;

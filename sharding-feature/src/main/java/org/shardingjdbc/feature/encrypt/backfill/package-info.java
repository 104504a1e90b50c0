/**
 * Encrypting rows that are there: an encryption configuration and actual tables enter, rows under the newest keys
 * leave. Users call {@link org.shardingjdbc.feature.encrypt.backfill.EncryptionBackfill}; it knows JDBC and no plan.
 */
@NullMarked
package org.shardingjdbc.feature.encrypt.backfill;

import org.jspecify.annotations.NullMarked;

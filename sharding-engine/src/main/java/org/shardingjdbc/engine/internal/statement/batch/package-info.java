/**
 * Batches as an application makes them: row sets of a plan or texts enter, a count for each and the generated keys in
 * their order leave, or one failure that tells what is written. {@code PreparedBatch} takes those of a
 * PreparedStatement and {@link org.shardingjdbc.engine.internal.statement.batch.RowBatch} runs them together;
 * {@link org.shardingjdbc.engine.internal.statement.batch.SqlBatch} takes texts. Statements of clients and steps call;
 * what cannot run together goes back to the statement's executor, one by one.
 */
package org.shardingjdbc.engine.internal.statement.batch;

/**
 * The threads that an execution borrows beside its own: {@link org.shardingjdbc.engine.internal.execute.worker.Workers}
 * is the entry, an {@code Alarm} ends by them what takes too long. They know tasks, and neither connections nor
 * statements.
 */
package org.shardingjdbc.engine.internal.execute.worker;

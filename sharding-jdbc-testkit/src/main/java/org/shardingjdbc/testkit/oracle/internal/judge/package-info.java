/**
 * Whether two outcomes of one statement are the same to an application:
 * {@link org.shardingjdbc.testkit.oracle.internal.judge.Judge} decides, and knows what is a whim of a database and no
 * defect.
 */
package org.shardingjdbc.testkit.oracle.internal.judge;

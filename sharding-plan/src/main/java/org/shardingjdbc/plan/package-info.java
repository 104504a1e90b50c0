/** What an application may read of plans: {@link org.shardingjdbc.plan.Explanation}. */
package org.shardingjdbc.plan;

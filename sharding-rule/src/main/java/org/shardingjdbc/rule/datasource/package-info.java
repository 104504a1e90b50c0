/**
 * Which database stands for a data source in one execution, and what protects a data source from more than it can
 * answer. Rules implement {@link org.shardingjdbc.rule.datasource.DataSourceChoice} and
 * {@link org.shardingjdbc.rule.datasource.DataSourceGuard}; the library implements what is passed to these.
 */
@NullMarked
package org.shardingjdbc.rule.datasource;

import org.jspecify.annotations.NullMarked;

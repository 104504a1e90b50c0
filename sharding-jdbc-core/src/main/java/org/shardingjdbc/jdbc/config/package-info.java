/**
 * The configuration of a sharding data source: {@link org.shardingjdbc.jdbc.config.ShardingConfiguration}, built in
 * Java or read from YAML by {@link org.shardingjdbc.jdbc.config.YamlConfigurations}. Plain records leave; nothing is
 * opened or looked up here. How a text is read and written is in {@code internal.yaml} and {@code internal.document}.
 */
@NullMarked
package org.shardingjdbc.jdbc.config;

import org.jspecify.annotations.NullMarked;

/**
 * The configuration of a sharding data source: {@link io.shardingjdbc.jdbc.config.ShardingConfiguration}, built in Java
 * or read from YAML by {@link io.shardingjdbc.jdbc.config.YamlConfigurations}. Plain records leave; nothing is opened
 * or looked up here.
 */
package io.shardingjdbc.jdbc.config;

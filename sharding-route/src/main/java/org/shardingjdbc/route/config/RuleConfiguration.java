package org.shardingjdbc.route.config;

/** One entry of {@code rules}: the configuration of one feature. Implementations are immutable records. */
public interface RuleConfiguration {}

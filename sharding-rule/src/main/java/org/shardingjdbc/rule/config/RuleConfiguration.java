package org.shardingjdbc.rule.config;

/** One entry of {@code rules}: the configuration of one feature. Implementations are immutable records. */
public interface RuleConfiguration {}

package org.shardingjdbc.feature.shadow;

/** Finds marks of tests. Immutable, safe for all threads. Called on each execution, so it must not block. */
public sealed interface ShadowAlgorithm permits ColumnShadowAlgorithm, HintShadowAlgorithm {}

package org.shardingjdbc.feature.shadow;

/** Finds marks of tests. Immutable, safe for all threads; asked on each execution, so that it does not block. */
public sealed interface ShadowAlgorithm permits ColumnShadowAlgorithm, HintShadowAlgorithm {}

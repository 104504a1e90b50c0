/**
 * What rules are told of a database's columns: the type of each as the catalog has it goes in and out as a
 * {@link org.shardingjdbc.dialect.DeclaredType}. What transaction providers are told is in {@code twophase}; what the
 * engine asks of a database is in {@code internal}.
 */
@NullMarked
package org.shardingjdbc.dialect;

import org.jspecify.annotations.NullMarked;

package org.shardingjdbc.spring.hint;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A value for the hint strategy of a table, while a method with {@link ShardingHinted} runs. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface HintedValue {
    /** The logic table. */
    String table();

    /**
     * An expression of Spring over the arguments of the method, such as {@code #shop.id}. It must give something that
     * is {@link Comparable}: null is an error, before any statement runs.
     */
    String value();
}

package org.shardingjdbc.parser.internal.ast;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a method that may be given null gives, for who proves that no null is used: NullAway reads each annotation of
 * this name, and asks nobody who gives something whether he looks at what comes.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Contract {
    /**
     * A word for each parameter, an arrow and what comes then: {@code "!null -> !null"} of a method that gives null for
     * null alone, {@code "_, !null -> !null"} where that is up to the second parameter.
     */
    String value();
}

package org.shardingjdbc.spring.hint;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.rule.hint.Side;

/**
 * Opens a {@link ShardingHint} around a method of a bean, or around each public method of a class. It is open before a
 * transaction of the method begins, and closed after it ended, so that what is flushed at the commit has its values
 * too. It holds for the thread of the method alone, and, as with all annotations of this kind, not where a bean calls
 * itself. One on the method goes before one on its class; scopes of methods that call one another nest.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface ShardingHinted {
    /** Values for the database strategies of tables, which must be hint strategies. */
    HintedValue[] databaseValues() default {};

    /** Values for the table strategies of tables, which must be hint strategies. */
    HintedValue[] tableValues() default {};

    /** The data source that every statement goes to; empty for none. */
    String dataSourceName() default "";

    /** Whether reads go where writes go. */
    boolean writeRouteOnly() default false;

    /** Whether a replica may answer with what is older than what its session wrote. */
    boolean replicaAllowed() default false;

    /** Whether statements run on production or on its shadow; {@link Side#ANY} leaves it to the scopes around. */
    Side side() default Side.ANY;

    /** Auditors that do not check, where their configuration allows it. */
    String[] disableAudit() default {};

    /** Limits that do not hold, where their configuration allows it. */
    String[] disableLimits() default {};

    /**
     * The type of the method's transactions, such as {@code "XA"}, of connections that it gets, and so of its own where
     * it is {@code @Transactional} and begins one; empty for that of the configuration. A transaction that is open
     * already, and is joined, stays what it is.
     */
    String transactionType() default "";
}

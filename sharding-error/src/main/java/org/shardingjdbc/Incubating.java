package org.shardingjdbc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what is public and may still change in each minor version, also in ways that break whoever compiles against it:
 * it has had few users outside of this library so far. It works and is tested as all else. What has no such mark stays
 * as {@code docs/upgrading.md} says. A nested type is marked itself where the type around it is.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Incubating {}

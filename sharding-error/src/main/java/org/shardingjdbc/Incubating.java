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
 *
 * <p>The mark goes when three things are so: a release had the type, and no later one had to change it in a way that
 * breaks; it has two implementations that were written for different purposes, or a caller outside of this library; a
 * test says what every implementation must do. {@code docs/api.md} says for each package what is still missing.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Incubating {}

/**
 * What an application may bring along: sharding algorithms and key generators, found through {@code META-INF/services}
 * by their type, or by class name with the algorithm type CLASS_BASED.
 */
package org.shardingjdbc.rule.algorithm;

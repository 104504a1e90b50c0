/**
 * Rules, sharding algorithms, the catalog, binding and routing. A syntax tree enters, a compiled route shape leaves.
 * Users touch the packages {@code algorithm} (SPI), {@code config} and {@code hint}; the planner calls the internal
 * ones.
 */
package org.shardingjdbc.route;

package org.shardingjdbc.rule.convert;

import org.shardingjdbc.Incubating;

/**
 * How one key, or element of a list, of the input was converted.
 *
 * @param line from 1
 * @param column from 1
 * @param path all keys that lead to it, such as {@code rules[0].tables.t_order}
 * @param what the reason; empty where there is nothing to say, or where it goes with the key above it
 * @param remedy what to do; empty for nothing
 */
@Incubating
public record ConvertedKey(int line, int column, String path, ConversionVerdict verdict, String what, String remedy) {}

/**
 * TPC-H: its queries over one plain database and over this library, with the same rows.
 * {@link org.shardingjdbc.benchmarks.tpch.TpchBenchmarks} is the program; it fills both, compares the answers, and
 * prints what each query takes.
 */
package org.shardingjdbc.benchmarks.tpch;

/**
 * From measured figures to pages: medians, ratios, what the project has promised itself, a chart. Figures come from the
 * runner in the package above; nothing here measures.
 */
package org.shardingjdbc.benchmarks.report;

package org.shardingjdbc.benchmarks.report;

import java.util.List;

/**
 * The cost of a statement as a sum: a constant, and something for each data node, each of them whose statement is not
 * kept, each row and each value of a row. Fitted by least squares of the relative errors, so that a microsecond counts
 * as much as a millisecond.
 *
 * @param constant nanoseconds of a statement
 * @param node nanoseconds of each data node that is asked
 * @param prepared nanoseconds more of each data node where they are more than {@link #KEPT}
 * @param row nanoseconds of each row, all data nodes together
 * @param value nanoseconds of each column of each row
 */
public record CostModel(double constant, double node, double prepared, double row, double value) {
    /** A prepared statement keeps so many statements of data nodes; with more of them all are prepared each time. */
    static final int KEPT = 64;

    private static final int TERMS = 5;

    /**
     * What was measured of a statement.
     *
     * @param nodes data nodes asked
     * @param rows of each of them
     * @param columns read of each row
     * @param nanos of the whole statement
     */
    public record Point(int nodes, int rows, int columns, double nanos) {
        private double[] terms() {
            double all = (double) nodes * rows;
            return new double[] {1, nodes, nodes > KEPT ? nodes : 0, all, all * columns};
        }
    }

    /** @throws IllegalArgumentException when the points do not tell the terms apart */
    public static CostModel of(List<Point> points) {
        double[][] equations = new double[TERMS][TERMS + 1];
        for (Point point : points) {
            double[] terms = point.terms();
            double weight = 1 / (point.nanos() * point.nanos());
            for (int i = 0; i < TERMS; i++) {
                for (int j = 0; j < TERMS; j++) {
                    equations[i][j] += weight * terms[i] * terms[j];
                }
                equations[i][TERMS] += weight * terms[i] * point.nanos();
            }
        }
        double[] solution = solved(equations);
        return new CostModel(solution[0], solution[1], solution[2], solution[3], solution[4]);
    }

    /** By elimination, always with the largest element that is left. */
    private static double[] solved(double[][] equations) {
        for (int i = 0; i < TERMS; i++) {
            int largest = i;
            for (int j = i + 1; j < TERMS; j++) {
                if (Math.abs(equations[j][i]) > Math.abs(equations[largest][i])) {
                    largest = j;
                }
            }
            double[] row = equations[largest];
            equations[largest] = equations[i];
            equations[i] = row;
            if (row[i] == 0) {
                throw new IllegalArgumentException("The points do not tell the terms apart");
            }
            for (int j = 0; j < TERMS; j++) {
                if (j != i) {
                    double factor = equations[j][i] / row[i];
                    for (int k = i; k <= TERMS; k++) {
                        equations[j][k] -= factor * row[k];
                    }
                }
            }
        }
        double[] solution = new double[TERMS];
        for (int i = 0; i < TERMS; i++) {
            solution[i] = equations[i][TERMS] / equations[i][i];
        }
        return solution;
    }

    /** Nanoseconds that a statement of that size takes by the model, whatever was measured. */
    public double predicted(Point size) {
        double[] terms = size.terms();
        return constant * terms[0] + node * terms[1] + prepared * terms[2] + row * terms[3] + value * terms[4];
    }

    /** By how much the model is off: 0.1 is ten percent too much, -0.1 ten percent too little. */
    public double error(Point measured) {
        return predicted(measured) / measured.nanos() - 1;
    }
}

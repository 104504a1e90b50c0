package org.shardingjdbc.benchmarks.macro;

/**
 * How much TPC-C works on. The specification wants 10 districts of a warehouse, 3000 customers of a district and 100000
 * items; smaller numbers are for short runs.
 */
record TpccScale(int warehouses, int districts, int customers, int items) {
    static final int LINES_AT_MOST = 15;

    TpccScale {
        if (warehouses < 1 || districts < 1 || districts > 10 || customers < 10 || items < 2 * LINES_AT_MOST) {
            throw new IllegalArgumentException("TPC-C needs a warehouse, 1 to 10 districts, 10 customers and 30 items");
        }
    }

    /** The oldest order of a district that is not delivered when everything is loaded: as many are open as 30 %. */
    int firstOpenOrder() {
        return customers - customers * 3 / 10 + 1;
    }
}

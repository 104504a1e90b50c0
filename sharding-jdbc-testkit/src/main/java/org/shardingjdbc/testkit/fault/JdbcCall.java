package org.shardingjdbc.testkit.fault;

/**
 * One JDBC call that an application or a pool made on a probed DataSource.
 *
 * @param number position among all calls since the probe was reset, from 1
 * @param dataSource the name under which the DataSource was probed
 * @param type the JDBC interface, by its simple name: {@code DataSource}, {@code Connection},
 *     {@code PreparedStatement}, {@code ResultSet}, ...
 * @param handle number of the object called, unique within the probe
 * @param method the method's name
 * @param sql the statement's text where the call has one as its first argument, else an empty text
 */
public record JdbcCall(long number, String dataSource, String type, long handle, String method, String sql) {

    /** Whether this is a call of that method on that interface, as in {@code is("Connection", "commit")}. */
    public boolean is(String typeName, String methodName) {
        return type.equals(typeName) && method.equals(methodName);
    }

    @Override
    public String toString() {
        String text = "#" + number + " " + dataSource + " " + type + "@" + handle + "." + method;
        return sql.isEmpty() ? text : text + "(" + sql + ")";
    }
}

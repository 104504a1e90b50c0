package org.shardingjdbc.benchmarks.stub;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/** The rows of an {@link Answer}. Not thread-safe. */
final class StubResultSet extends UnexpectedResultSet {
    /** All texts; the system property {@code benchmark.stub.text} may say which. */
    private static final String TEXT = System.getProperty("benchmark.stub.text", "PAID");

    private final StubStatement statement;
    private final Answer answer;
    private final Connection h2;
    private int row = -1;
    private boolean closed;

    StubResultSet(StubStatement statement, Answer answer, Connection h2) {
        this.statement = statement;
        this.answer = answer;
        this.h2 = h2;
    }

    @Override
    public void clearWarnings() throws SQLException {
        // There are none.
    }

    @Override
    public void close() throws SQLException {
        closed = true;
    }

    @Override
    public BigDecimal getBigDecimal(int a0) throws SQLException {
        return BigDecimal.valueOf(answer.number(row));
    }

    @Override
    public int getConcurrency() throws SQLException {
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public double getDouble(int a0) throws SQLException {
        return answer.number(row);
    }

    @Override
    public int getFetchSize() throws SQLException {
        return 0;
    }

    @Override
    public int getInt(int a0) throws SQLException {
        return (int) answer.number(row);
    }

    @Override
    public long getLong(int a0) throws SQLException {
        return answer.number(row);
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        return answer.metaData(h2);
    }

    @Override
    public Object getObject(int a0) throws SQLException {
        return answer.isText(a0) ? TEXT : (Object) answer.number(row);
    }

    @Override
    public int getRow() throws SQLException {
        return row + 1;
    }

    @Override
    public Statement getStatement() throws SQLException {
        return statement;
    }

    @Override
    public String getString(int a0) throws SQLException {
        return answer.isText(a0) ? TEXT : Long.toString(answer.number(row));
    }

    @Override
    public int getType() throws SQLException {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return null;
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed;
    }

    @Override
    public boolean next() throws SQLException {
        return ++row < answer.rows();
    }

    @Override
    public void setFetchSize(int a0) throws SQLException {
        // All rows are there.
    }

    @Override
    public boolean wasNull() throws SQLException {
        return false;
    }
}

package org.shardingjdbc.benchmarks.stub;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** A connection that is another one. */
abstract class DelegatingConnection implements Connection {
    final Connection real;

    DelegatingConnection(Connection real) {
        this.real = real;
    }

    @Override
    public void abort(Executor a0) throws SQLException {
        real.abort(a0);
    }

    @Override
    public void clearWarnings() throws SQLException {
        real.clearWarnings();
    }

    @Override
    public void close() throws SQLException {
        real.close();
    }

    @Override
    public void commit() throws SQLException {
        real.commit();
    }

    @Override
    public Array createArrayOf(String a0, Object[] a1) throws SQLException {
        return real.createArrayOf(a0, a1);
    }

    @Override
    public Blob createBlob() throws SQLException {
        return real.createBlob();
    }

    @Override
    public Clob createClob() throws SQLException {
        return real.createClob();
    }

    @Override
    public NClob createNClob() throws SQLException {
        return real.createNClob();
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return real.createSQLXML();
    }

    @Override
    public Statement createStatement() throws SQLException {
        return real.createStatement();
    }

    @Override
    public Statement createStatement(int a0, int a1, int a2) throws SQLException {
        return real.createStatement(a0, a1, a2);
    }

    @Override
    public Statement createStatement(int a0, int a1) throws SQLException {
        return real.createStatement(a0, a1);
    }

    @Override
    public Struct createStruct(String a0, Object[] a1) throws SQLException {
        return real.createStruct(a0, a1);
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return real.getAutoCommit();
    }

    @Override
    public String getCatalog() throws SQLException {
        return real.getCatalog();
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        return real.getClientInfo();
    }

    @Override
    public String getClientInfo(String a0) throws SQLException {
        return real.getClientInfo(a0);
    }

    @Override
    public int getHoldability() throws SQLException {
        return real.getHoldability();
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        return real.getMetaData();
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        return real.getNetworkTimeout();
    }

    @Override
    public String getSchema() throws SQLException {
        return real.getSchema();
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        return real.getTransactionIsolation();
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        return real.getTypeMap();
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return real.getWarnings();
    }

    @Override
    public boolean isClosed() throws SQLException {
        return real.isClosed();
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return real.isReadOnly();
    }

    @Override
    public boolean isValid(int a0) throws SQLException {
        return real.isValid(a0);
    }

    @Override
    public boolean isWrapperFor(Class<?> a0) throws SQLException {
        return real.isWrapperFor(a0);
    }

    @Override
    public String nativeSQL(String a0) throws SQLException {
        return real.nativeSQL(a0);
    }

    @Override
    public CallableStatement prepareCall(String a0, int a1, int a2, int a3) throws SQLException {
        return real.prepareCall(a0, a1, a2, a3);
    }

    @Override
    public CallableStatement prepareCall(String a0, int a1, int a2) throws SQLException {
        return real.prepareCall(a0, a1, a2);
    }

    @Override
    public CallableStatement prepareCall(String a0) throws SQLException {
        return real.prepareCall(a0);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int[] a1) throws SQLException {
        return real.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, String[] a1) throws SQLException {
        return real.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1, int a2, int a3) throws SQLException {
        return real.prepareStatement(a0, a1, a2, a3);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1, int a2) throws SQLException {
        return real.prepareStatement(a0, a1, a2);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1) throws SQLException {
        return real.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0) throws SQLException {
        return real.prepareStatement(a0);
    }

    @Override
    public void releaseSavepoint(Savepoint a0) throws SQLException {
        real.releaseSavepoint(a0);
    }

    @Override
    public void rollback() throws SQLException {
        real.rollback();
    }

    @Override
    public void rollback(Savepoint a0) throws SQLException {
        real.rollback(a0);
    }

    @Override
    public void setAutoCommit(boolean a0) throws SQLException {
        real.setAutoCommit(a0);
    }

    @Override
    public void setCatalog(String a0) throws SQLException {
        real.setCatalog(a0);
    }

    @Override
    public void setClientInfo(String a0, String a1) throws SQLClientInfoException {
        real.setClientInfo(a0, a1);
    }

    @Override
    public void setClientInfo(Properties a0) throws SQLClientInfoException {
        real.setClientInfo(a0);
    }

    @Override
    public void setHoldability(int a0) throws SQLException {
        real.setHoldability(a0);
    }

    @Override
    public void setNetworkTimeout(Executor a0, int a1) throws SQLException {
        real.setNetworkTimeout(a0, a1);
    }

    @Override
    public void setReadOnly(boolean a0) throws SQLException {
        real.setReadOnly(a0);
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return real.setSavepoint();
    }

    @Override
    public Savepoint setSavepoint(String a0) throws SQLException {
        return real.setSavepoint(a0);
    }

    @Override
    public void setSchema(String a0) throws SQLException {
        real.setSchema(a0);
    }

    @Override
    public void setTransactionIsolation(int a0) throws SQLException {
        real.setTransactionIsolation(a0);
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> a0) throws SQLException {
        real.setTypeMap(a0);
    }

    @Override
    public <T> T unwrap(Class<T> a0) throws SQLException {
        return real.unwrap(a0);
    }
}

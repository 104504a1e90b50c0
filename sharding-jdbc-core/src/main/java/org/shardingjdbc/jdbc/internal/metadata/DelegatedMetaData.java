package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;

/**
 * What all data sources answer alike, asked of the default one. Each answer borrows a connection for as long as it
 * takes. As thread-safe as the logical connection.
 */
abstract class DelegatedMetaData extends AskedMetaData {
    final MetadataHome home;

    DelegatedMetaData(MetadataHome home) {
        this.home = home;
    }

    /** What is asked of a data source. */
    @FunctionalInterface
    interface Question<T> {
        T ask(DatabaseMetaData metaData) throws SQLException;
    }

    /** The default data source's answer. */
    @Override
    final <T> T ask(Question<T> question) throws SQLException {
        Deployment deployment = home.session().deployment();
        return ask(deployment, deployment.rules().defaultDataSource(), question);
    }

    /** A data source's answer; what it holds must be read before this returns. */
    final <T> T ask(Deployment deployment, int dataSource, Question<T> question) throws SQLException {
        try (ConnectionLease lease = home.session().lease(deployment, dataSource)) {
            return lease.ask(connection -> question.ask(connection.getMetaData()));
        } catch (RuntimeException e) {
            throw SqlErrors.unexpected(e);
        }
    }

    /** The default data source's rows, in which nothing is an actual name. */
    abstract ResultSet describeOnce(Question<ResultSet> question) throws SQLException;

    /** The places of the question that is asked. */
    final MetadataSchemas metadataSchemas() throws SQLException {
        return new MetadataSchemas(home);
    }

    /** The catalog that a data source knows by the name that the application knows; null for any. */
    final @Nullable String actualCatalog(DatabaseMetaData metaData, String catalog) throws SQLException {
        return metadataSchemas().actualCatalog(metaData, catalog);
    }

    /** As {@link #actualCatalog}, of the pattern of a schema. */
    final String schemas(DatabaseMetaData metaData, String pattern) throws SQLException {
        return metadataSchemas().actualSchemaPattern(metaData, pattern);
    }

    @Override
    public ResultSet getAttributes(
            String catalog, String schemaPattern, String typeNamePattern, String attributeNamePattern)
            throws SQLException {
        return describeOnce(metaData -> metaData.getAttributes(
                actualCatalog(metaData, catalog),
                schemas(metaData, schemaPattern),
                typeNamePattern,
                attributeNamePattern));
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return describeOnce(DatabaseMetaData::getClientInfoProperties);
    }

    @Override
    public ResultSet getFunctionColumns(
            String catalog, String schemaPattern, String functionNamePattern, String columnNamePattern)
            throws SQLException {
        return describeOnce(metaData -> metaData.getFunctionColumns(
                actualCatalog(metaData, catalog),
                schemas(metaData, schemaPattern),
                functionNamePattern,
                columnNamePattern));
    }

    @Override
    public ResultSet getFunctions(String catalog, String schemaPattern, String functionNamePattern)
            throws SQLException {
        return describeOnce(metaData -> metaData.getFunctions(
                actualCatalog(metaData, catalog), schemas(metaData, schemaPattern), functionNamePattern));
    }

    @Override
    public ResultSet getProcedureColumns(
            String catalog, String schemaPattern, String procedureNamePattern, String columnNamePattern)
            throws SQLException {
        return describeOnce(metaData -> metaData.getProcedureColumns(
                actualCatalog(metaData, catalog),
                schemas(metaData, schemaPattern),
                procedureNamePattern,
                columnNamePattern));
    }

    @Override
    public ResultSet getProcedures(String catalog, String schemaPattern, String procedureNamePattern)
            throws SQLException {
        return describeOnce(metaData -> metaData.getProcedures(
                actualCatalog(metaData, catalog), schemas(metaData, schemaPattern), procedureNamePattern));
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern) throws SQLException {
        return describeOnce(metaData -> metaData.getSuperTypes(
                actualCatalog(metaData, catalog), schemas(metaData, schemaPattern), typeNamePattern));
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return describeOnce(DatabaseMetaData::getTableTypes);
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        return describeOnce(DatabaseMetaData::getTypeInfo);
    }

    @Override
    public ResultSet getUDTs(String catalog, String schemaPattern, String typeNamePattern, int[] types)
            throws SQLException {
        return describeOnce(metaData -> metaData.getUDTs(
                actualCatalog(metaData, catalog), schemas(metaData, schemaPattern), typeNamePattern, types));
    }
}

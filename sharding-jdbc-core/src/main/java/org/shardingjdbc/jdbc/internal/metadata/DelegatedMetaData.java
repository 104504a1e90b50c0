package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.session.ConnectionLease;

/**
 * What all data sources answer alike, asked of the default one. Each answer borrows a connection for as long as it
 * takes. As thread-safe as the logical connection.
 */
abstract class DelegatedMetaData implements DatabaseMetaData {
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
    final <T> T ask(Question<T> question) throws SQLException {
        Deployment deployment = home.session().deployment();
        return ask(deployment, deployment.rules().defaultDataSource(), question);
    }

    /** A data source's answer; what it holds must be read before this returns. */
    final <T> T ask(Deployment deployment, int dataSource, Question<T> question) throws SQLException {
        try (ConnectionLease lease = home.session().lease(deployment, dataSource)) {
            return question.ask(lease.connection().getMetaData());
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
    final String actualCatalog(DatabaseMetaData metaData, String catalog) throws SQLException {
        return metadataSchemas().actualCatalog(metaData, catalog);
    }

    /** As {@link #actualCatalog}, of the pattern of a schema. */
    final String schemas(DatabaseMetaData metaData, String pattern) throws SQLException {
        return metadataSchemas().actualSchemaPattern(metaData, pattern);
    }

    @Override
    public boolean allProceduresAreCallable() throws SQLException {
        return ask(DatabaseMetaData::allProceduresAreCallable);
    }

    @Override
    public boolean allTablesAreSelectable() throws SQLException {
        return ask(DatabaseMetaData::allTablesAreSelectable);
    }

    @Override
    public boolean autoCommitFailureClosesAllResultSets() throws SQLException {
        return ask(DatabaseMetaData::autoCommitFailureClosesAllResultSets);
    }

    @Override
    public boolean dataDefinitionCausesTransactionCommit() throws SQLException {
        return ask(DatabaseMetaData::dataDefinitionCausesTransactionCommit);
    }

    @Override
    public boolean dataDefinitionIgnoredInTransactions() throws SQLException {
        return ask(DatabaseMetaData::dataDefinitionIgnoredInTransactions);
    }

    @Override
    public boolean deletesAreDetected(int type) throws SQLException {
        return ask(metaData -> metaData.deletesAreDetected(type));
    }

    @Override
    public boolean doesMaxRowSizeIncludeBlobs() throws SQLException {
        return ask(DatabaseMetaData::doesMaxRowSizeIncludeBlobs);
    }

    @Override
    public boolean generatedKeyAlwaysReturned() throws SQLException {
        return ask(DatabaseMetaData::generatedKeyAlwaysReturned);
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
    public String getCatalogSeparator() throws SQLException {
        return ask(DatabaseMetaData::getCatalogSeparator);
    }

    @Override
    public String getCatalogTerm() throws SQLException {
        return ask(DatabaseMetaData::getCatalogTerm);
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return describeOnce(DatabaseMetaData::getClientInfoProperties);
    }

    @Override
    public int getDatabaseMajorVersion() throws SQLException {
        return ask(DatabaseMetaData::getDatabaseMajorVersion);
    }

    @Override
    public int getDatabaseMinorVersion() throws SQLException {
        return ask(DatabaseMetaData::getDatabaseMinorVersion);
    }

    @Override
    public String getDatabaseProductName() throws SQLException {
        return ask(DatabaseMetaData::getDatabaseProductName);
    }

    @Override
    public String getDatabaseProductVersion() throws SQLException {
        return ask(DatabaseMetaData::getDatabaseProductVersion);
    }

    @Override
    public int getDefaultTransactionIsolation() throws SQLException {
        return ask(DatabaseMetaData::getDefaultTransactionIsolation);
    }

    @Override
    public String getExtraNameCharacters() throws SQLException {
        return ask(DatabaseMetaData::getExtraNameCharacters);
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
    public String getIdentifierQuoteString() throws SQLException {
        return ask(DatabaseMetaData::getIdentifierQuoteString);
    }

    @Override
    public int getMaxBinaryLiteralLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxBinaryLiteralLength);
    }

    @Override
    public int getMaxCatalogNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxCatalogNameLength);
    }

    @Override
    public int getMaxCharLiteralLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxCharLiteralLength);
    }

    @Override
    public int getMaxColumnNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxColumnNameLength);
    }

    @Override
    public int getMaxColumnsInGroupBy() throws SQLException {
        return ask(DatabaseMetaData::getMaxColumnsInGroupBy);
    }

    @Override
    public int getMaxColumnsInIndex() throws SQLException {
        return ask(DatabaseMetaData::getMaxColumnsInIndex);
    }

    @Override
    public int getMaxColumnsInOrderBy() throws SQLException {
        return ask(DatabaseMetaData::getMaxColumnsInOrderBy);
    }

    @Override
    public int getMaxColumnsInSelect() throws SQLException {
        return ask(DatabaseMetaData::getMaxColumnsInSelect);
    }

    @Override
    public int getMaxColumnsInTable() throws SQLException {
        return ask(DatabaseMetaData::getMaxColumnsInTable);
    }

    @Override
    public int getMaxConnections() throws SQLException {
        return ask(DatabaseMetaData::getMaxConnections);
    }

    @Override
    public int getMaxCursorNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxCursorNameLength);
    }

    @Override
    public int getMaxIndexLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxIndexLength);
    }

    @Override
    public long getMaxLogicalLobSize() throws SQLException {
        return ask(DatabaseMetaData::getMaxLogicalLobSize);
    }

    @Override
    public int getMaxProcedureNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxProcedureNameLength);
    }

    @Override
    public int getMaxRowSize() throws SQLException {
        return ask(DatabaseMetaData::getMaxRowSize);
    }

    @Override
    public int getMaxSchemaNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxSchemaNameLength);
    }

    @Override
    public int getMaxStatementLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxStatementLength);
    }

    @Override
    public int getMaxStatements() throws SQLException {
        return ask(DatabaseMetaData::getMaxStatements);
    }

    @Override
    public int getMaxTableNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxTableNameLength);
    }

    @Override
    public int getMaxTablesInSelect() throws SQLException {
        return ask(DatabaseMetaData::getMaxTablesInSelect);
    }

    @Override
    public int getMaxUserNameLength() throws SQLException {
        return ask(DatabaseMetaData::getMaxUserNameLength);
    }

    @Override
    public String getNumericFunctions() throws SQLException {
        return ask(DatabaseMetaData::getNumericFunctions);
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
    public String getProcedureTerm() throws SQLException {
        return ask(DatabaseMetaData::getProcedureTerm);
    }

    @Override
    public ResultSet getProcedures(String catalog, String schemaPattern, String procedureNamePattern)
            throws SQLException {
        return describeOnce(metaData -> metaData.getProcedures(
                actualCatalog(metaData, catalog), schemas(metaData, schemaPattern), procedureNamePattern));
    }

    @Override
    public RowIdLifetime getRowIdLifetime() throws SQLException {
        return ask(DatabaseMetaData::getRowIdLifetime);
    }

    @Override
    public String getSQLKeywords() throws SQLException {
        return ask(DatabaseMetaData::getSQLKeywords);
    }

    @Override
    public int getSQLStateType() throws SQLException {
        return ask(DatabaseMetaData::getSQLStateType);
    }

    @Override
    public String getSchemaTerm() throws SQLException {
        return ask(DatabaseMetaData::getSchemaTerm);
    }

    @Override
    public String getSearchStringEscape() throws SQLException {
        return ask(DatabaseMetaData::getSearchStringEscape);
    }

    @Override
    public String getStringFunctions() throws SQLException {
        return ask(DatabaseMetaData::getStringFunctions);
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern) throws SQLException {
        return describeOnce(metaData -> metaData.getSuperTypes(
                actualCatalog(metaData, catalog), schemas(metaData, schemaPattern), typeNamePattern));
    }

    @Override
    public String getSystemFunctions() throws SQLException {
        return ask(DatabaseMetaData::getSystemFunctions);
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return describeOnce(DatabaseMetaData::getTableTypes);
    }

    @Override
    public String getTimeDateFunctions() throws SQLException {
        return ask(DatabaseMetaData::getTimeDateFunctions);
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

    @Override
    public String getUserName() throws SQLException {
        return ask(DatabaseMetaData::getUserName);
    }

    @Override
    public boolean insertsAreDetected(int type) throws SQLException {
        return ask(metaData -> metaData.insertsAreDetected(type));
    }

    @Override
    public boolean isCatalogAtStart() throws SQLException {
        return ask(DatabaseMetaData::isCatalogAtStart);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return ask(DatabaseMetaData::isReadOnly);
    }

    @Override
    public boolean locatorsUpdateCopy() throws SQLException {
        return ask(DatabaseMetaData::locatorsUpdateCopy);
    }

    @Override
    public boolean nullPlusNonNullIsNull() throws SQLException {
        return ask(DatabaseMetaData::nullPlusNonNullIsNull);
    }

    @Override
    public boolean nullsAreSortedAtEnd() throws SQLException {
        return ask(DatabaseMetaData::nullsAreSortedAtEnd);
    }

    @Override
    public boolean nullsAreSortedAtStart() throws SQLException {
        return ask(DatabaseMetaData::nullsAreSortedAtStart);
    }

    @Override
    public boolean nullsAreSortedHigh() throws SQLException {
        return ask(DatabaseMetaData::nullsAreSortedHigh);
    }

    @Override
    public boolean nullsAreSortedLow() throws SQLException {
        return ask(DatabaseMetaData::nullsAreSortedLow);
    }

    @Override
    public boolean othersDeletesAreVisible(int type) throws SQLException {
        return ask(metaData -> metaData.othersDeletesAreVisible(type));
    }

    @Override
    public boolean othersInsertsAreVisible(int type) throws SQLException {
        return ask(metaData -> metaData.othersInsertsAreVisible(type));
    }

    @Override
    public boolean othersUpdatesAreVisible(int type) throws SQLException {
        return ask(metaData -> metaData.othersUpdatesAreVisible(type));
    }

    @Override
    public boolean ownDeletesAreVisible(int type) throws SQLException {
        return ask(metaData -> metaData.ownDeletesAreVisible(type));
    }

    @Override
    public boolean ownInsertsAreVisible(int type) throws SQLException {
        return ask(metaData -> metaData.ownInsertsAreVisible(type));
    }

    @Override
    public boolean ownUpdatesAreVisible(int type) throws SQLException {
        return ask(metaData -> metaData.ownUpdatesAreVisible(type));
    }

    @Override
    public boolean storesLowerCaseIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::storesLowerCaseIdentifiers);
    }

    @Override
    public boolean storesLowerCaseQuotedIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::storesLowerCaseQuotedIdentifiers);
    }

    @Override
    public boolean storesMixedCaseIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::storesMixedCaseIdentifiers);
    }

    @Override
    public boolean storesMixedCaseQuotedIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::storesMixedCaseQuotedIdentifiers);
    }

    @Override
    public boolean storesUpperCaseIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::storesUpperCaseIdentifiers);
    }

    @Override
    public boolean storesUpperCaseQuotedIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::storesUpperCaseQuotedIdentifiers);
    }

    @Override
    public boolean supportsANSI92EntryLevelSQL() throws SQLException {
        return ask(DatabaseMetaData::supportsANSI92EntryLevelSQL);
    }

    @Override
    public boolean supportsANSI92FullSQL() throws SQLException {
        return ask(DatabaseMetaData::supportsANSI92FullSQL);
    }

    @Override
    public boolean supportsANSI92IntermediateSQL() throws SQLException {
        return ask(DatabaseMetaData::supportsANSI92IntermediateSQL);
    }

    @Override
    public boolean supportsAlterTableWithAddColumn() throws SQLException {
        return ask(DatabaseMetaData::supportsAlterTableWithAddColumn);
    }

    @Override
    public boolean supportsAlterTableWithDropColumn() throws SQLException {
        return ask(DatabaseMetaData::supportsAlterTableWithDropColumn);
    }

    @Override
    public boolean supportsBatchUpdates() throws SQLException {
        return ask(DatabaseMetaData::supportsBatchUpdates);
    }

    @Override
    public boolean supportsCatalogsInDataManipulation() throws SQLException {
        return ask(DatabaseMetaData::supportsCatalogsInDataManipulation);
    }

    @Override
    public boolean supportsCatalogsInIndexDefinitions() throws SQLException {
        return ask(DatabaseMetaData::supportsCatalogsInIndexDefinitions);
    }

    @Override
    public boolean supportsCatalogsInPrivilegeDefinitions() throws SQLException {
        return ask(DatabaseMetaData::supportsCatalogsInPrivilegeDefinitions);
    }

    @Override
    public boolean supportsCatalogsInProcedureCalls() throws SQLException {
        return ask(DatabaseMetaData::supportsCatalogsInProcedureCalls);
    }

    @Override
    public boolean supportsCatalogsInTableDefinitions() throws SQLException {
        return ask(DatabaseMetaData::supportsCatalogsInTableDefinitions);
    }

    @Override
    public boolean supportsColumnAliasing() throws SQLException {
        return ask(DatabaseMetaData::supportsColumnAliasing);
    }

    @Override
    public boolean supportsConvert() throws SQLException {
        return ask(DatabaseMetaData::supportsConvert);
    }

    @Override
    public boolean supportsConvert(int fromType, int toType) throws SQLException {
        return ask(metaData -> metaData.supportsConvert(fromType, toType));
    }

    @Override
    public boolean supportsCoreSQLGrammar() throws SQLException {
        return ask(DatabaseMetaData::supportsCoreSQLGrammar);
    }

    @Override
    public boolean supportsCorrelatedSubqueries() throws SQLException {
        return ask(DatabaseMetaData::supportsCorrelatedSubqueries);
    }

    @Override
    public boolean supportsDataDefinitionAndDataManipulationTransactions() throws SQLException {
        return ask(DatabaseMetaData::supportsDataDefinitionAndDataManipulationTransactions);
    }

    @Override
    public boolean supportsDataManipulationTransactionsOnly() throws SQLException {
        return ask(DatabaseMetaData::supportsDataManipulationTransactionsOnly);
    }

    @Override
    public boolean supportsDifferentTableCorrelationNames() throws SQLException {
        return ask(DatabaseMetaData::supportsDifferentTableCorrelationNames);
    }

    @Override
    public boolean supportsExpressionsInOrderBy() throws SQLException {
        return ask(DatabaseMetaData::supportsExpressionsInOrderBy);
    }

    @Override
    public boolean supportsExtendedSQLGrammar() throws SQLException {
        return ask(DatabaseMetaData::supportsExtendedSQLGrammar);
    }

    @Override
    public boolean supportsFullOuterJoins() throws SQLException {
        return ask(DatabaseMetaData::supportsFullOuterJoins);
    }

    @Override
    public boolean supportsGetGeneratedKeys() throws SQLException {
        return ask(DatabaseMetaData::supportsGetGeneratedKeys);
    }

    @Override
    public boolean supportsGroupBy() throws SQLException {
        return ask(DatabaseMetaData::supportsGroupBy);
    }

    @Override
    public boolean supportsGroupByBeyondSelect() throws SQLException {
        return ask(DatabaseMetaData::supportsGroupByBeyondSelect);
    }

    @Override
    public boolean supportsGroupByUnrelated() throws SQLException {
        return ask(DatabaseMetaData::supportsGroupByUnrelated);
    }

    @Override
    public boolean supportsIntegrityEnhancementFacility() throws SQLException {
        return ask(DatabaseMetaData::supportsIntegrityEnhancementFacility);
    }

    @Override
    public boolean supportsLikeEscapeClause() throws SQLException {
        return ask(DatabaseMetaData::supportsLikeEscapeClause);
    }

    @Override
    public boolean supportsLimitedOuterJoins() throws SQLException {
        return ask(DatabaseMetaData::supportsLimitedOuterJoins);
    }

    @Override
    public boolean supportsMinimumSQLGrammar() throws SQLException {
        return ask(DatabaseMetaData::supportsMinimumSQLGrammar);
    }

    @Override
    public boolean supportsMixedCaseIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::supportsMixedCaseIdentifiers);
    }

    @Override
    public boolean supportsMixedCaseQuotedIdentifiers() throws SQLException {
        return ask(DatabaseMetaData::supportsMixedCaseQuotedIdentifiers);
    }

    @Override
    public boolean supportsMultipleOpenResults() throws SQLException {
        return ask(DatabaseMetaData::supportsMultipleOpenResults);
    }

    @Override
    public boolean supportsMultipleResultSets() throws SQLException {
        return ask(DatabaseMetaData::supportsMultipleResultSets);
    }

    @Override
    public boolean supportsMultipleTransactions() throws SQLException {
        return ask(DatabaseMetaData::supportsMultipleTransactions);
    }

    @Override
    public boolean supportsNamedParameters() throws SQLException {
        return ask(DatabaseMetaData::supportsNamedParameters);
    }

    @Override
    public boolean supportsNonNullableColumns() throws SQLException {
        return ask(DatabaseMetaData::supportsNonNullableColumns);
    }

    @Override
    public boolean supportsOpenCursorsAcrossCommit() throws SQLException {
        return ask(DatabaseMetaData::supportsOpenCursorsAcrossCommit);
    }

    @Override
    public boolean supportsOpenCursorsAcrossRollback() throws SQLException {
        return ask(DatabaseMetaData::supportsOpenCursorsAcrossRollback);
    }

    @Override
    public boolean supportsOpenStatementsAcrossCommit() throws SQLException {
        return ask(DatabaseMetaData::supportsOpenStatementsAcrossCommit);
    }

    @Override
    public boolean supportsOpenStatementsAcrossRollback() throws SQLException {
        return ask(DatabaseMetaData::supportsOpenStatementsAcrossRollback);
    }

    @Override
    public boolean supportsOrderByUnrelated() throws SQLException {
        return ask(DatabaseMetaData::supportsOrderByUnrelated);
    }

    @Override
    public boolean supportsOuterJoins() throws SQLException {
        return ask(DatabaseMetaData::supportsOuterJoins);
    }

    @Override
    public boolean supportsPositionedDelete() throws SQLException {
        return ask(DatabaseMetaData::supportsPositionedDelete);
    }

    @Override
    public boolean supportsPositionedUpdate() throws SQLException {
        return ask(DatabaseMetaData::supportsPositionedUpdate);
    }

    @Override
    public boolean supportsRefCursors() throws SQLException {
        return ask(DatabaseMetaData::supportsRefCursors);
    }

    @Override
    public boolean supportsResultSetConcurrency(int type, int concurrency) throws SQLException {
        return ask(metaData -> metaData.supportsResultSetConcurrency(type, concurrency));
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        return ask(DatabaseMetaData::getResultSetHoldability);
    }

    @Override
    public boolean supportsResultSetHoldability(int holdability) throws SQLException {
        return ask(metaData -> metaData.supportsResultSetHoldability(holdability));
    }

    @Override
    public boolean supportsResultSetType(int type) throws SQLException {
        return ask(metaData -> metaData.supportsResultSetType(type));
    }

    @Override
    public boolean supportsSavepoints() throws SQLException {
        return ask(DatabaseMetaData::supportsSavepoints);
    }

    @Override
    public boolean supportsSchemasInDataManipulation() throws SQLException {
        return ask(DatabaseMetaData::supportsSchemasInDataManipulation);
    }

    @Override
    public boolean supportsSchemasInIndexDefinitions() throws SQLException {
        return ask(DatabaseMetaData::supportsSchemasInIndexDefinitions);
    }

    @Override
    public boolean supportsSchemasInPrivilegeDefinitions() throws SQLException {
        return ask(DatabaseMetaData::supportsSchemasInPrivilegeDefinitions);
    }

    @Override
    public boolean supportsSchemasInProcedureCalls() throws SQLException {
        return ask(DatabaseMetaData::supportsSchemasInProcedureCalls);
    }

    @Override
    public boolean supportsSchemasInTableDefinitions() throws SQLException {
        return ask(DatabaseMetaData::supportsSchemasInTableDefinitions);
    }

    @Override
    public boolean supportsSelectForUpdate() throws SQLException {
        return ask(DatabaseMetaData::supportsSelectForUpdate);
    }

    @Override
    public boolean supportsStatementPooling() throws SQLException {
        return ask(DatabaseMetaData::supportsStatementPooling);
    }

    @Override
    public boolean supportsStoredFunctionsUsingCallSyntax() throws SQLException {
        return ask(DatabaseMetaData::supportsStoredFunctionsUsingCallSyntax);
    }

    @Override
    public boolean supportsStoredProcedures() throws SQLException {
        return ask(DatabaseMetaData::supportsStoredProcedures);
    }

    @Override
    public boolean supportsSubqueriesInComparisons() throws SQLException {
        return ask(DatabaseMetaData::supportsSubqueriesInComparisons);
    }

    @Override
    public boolean supportsSubqueriesInExists() throws SQLException {
        return ask(DatabaseMetaData::supportsSubqueriesInExists);
    }

    @Override
    public boolean supportsSubqueriesInIns() throws SQLException {
        return ask(DatabaseMetaData::supportsSubqueriesInIns);
    }

    @Override
    public boolean supportsSubqueriesInQuantifieds() throws SQLException {
        return ask(DatabaseMetaData::supportsSubqueriesInQuantifieds);
    }

    @Override
    public boolean supportsTableCorrelationNames() throws SQLException {
        return ask(DatabaseMetaData::supportsTableCorrelationNames);
    }

    @Override
    public boolean supportsTransactionIsolationLevel(int level) throws SQLException {
        return ask(metaData -> metaData.supportsTransactionIsolationLevel(level));
    }

    @Override
    public boolean supportsTransactions() throws SQLException {
        return ask(DatabaseMetaData::supportsTransactions);
    }

    @Override
    public boolean supportsUnion() throws SQLException {
        return ask(DatabaseMetaData::supportsUnion);
    }

    @Override
    public boolean supportsUnionAll() throws SQLException {
        return ask(DatabaseMetaData::supportsUnionAll);
    }

    @Override
    public boolean updatesAreDetected(int type) throws SQLException {
        return ask(metaData -> metaData.updatesAreDetected(type));
    }

    @Override
    public boolean usesLocalFilePerTable() throws SQLException {
        return ask(DatabaseMetaData::usesLocalFilePerTable);
    }

    @Override
    public boolean usesLocalFiles() throws SQLException {
        return ask(DatabaseMetaData::usesLocalFiles);
    }
}

package org.shardingjdbc.dialect.internal.mysql;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.dialect.internal.ValueForm.Arithmetic;
import org.shardingjdbc.dialect.internal.Writes;

/** Assignments are made in their order, and much is converted on the way into a column. */
final class MySqlWrites implements Writes {
    /** By REPEATABLE READ, which is the default. */
    @Override
    public boolean readsOlderRows() {
        return true;
    }

    @Override
    public String identityOverride() {
        return "";
    }

    @Override
    public boolean aliasesDeleteTargets() {
        return false;
    }

    @Override
    public boolean valuesReadRow() {
        return true;
    }

    @Override
    public boolean storesParametersOtherwise() {
        return true;
    }

    @Override
    public boolean assignsInOrder() {
        return true;
    }

    @Override
    public boolean truncatesSeveral() {
        return false;
    }

    @Override
    public boolean copiesWithoutRows() {
        return false;
    }

    @Override
    public boolean copiesAddColumns() {
        return true;
    }

    @Override
    public boolean limitsRows() {
        return true;
    }

    /** Bytes, as texts that are equal may differ; a FLOAT shows all of its digits as a DOUBLE only. */
    @Override
    public @Nullable ValueForm exactText(int jdbcType, String typeName) {
        String type = typeName.toUpperCase(Locale.ROOT);
        if (type.startsWith("FLOAT")) {
            return ValueForm.PLAIN
                    .with(Arithmetic.TIMES_DOUBLE_ONE)
                    .castTo("CHAR")
                    .in("HEX");
        }
        return switch (jdbcType) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.DOUBLE,
                    Types.BIT,
                    Types.BOOLEAN,
                    Types.DATE,
                    Types.TIME,
                    Types.TIMESTAMP,
                    Types.CHAR,
                    Types.VARCHAR,
                    Types.BINARY,
                    Types.VARBINARY -> ValueForm.PLAIN.castTo("BINARY").in("HEX");
            default -> null;
        };
    }
}

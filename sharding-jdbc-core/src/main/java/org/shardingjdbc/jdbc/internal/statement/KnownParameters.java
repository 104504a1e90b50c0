package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/** What a shard's driver told of parameters, kept beyond the life of its statement. Immutable. */
final class KnownParameters implements ParameterMetaData {
    private static final ParameterDescription UNKNOWN = new ParameterDescription(
            parameterNullableUnknown, true, 0, 0, Types.OTHER, "", "java.lang.Object", parameterModeIn);

    private final ParameterDescription[] parameters;
    private final @Nullable SQLException refusal;

    /** @param refusal what the driver says instead of describing parameters */
    private KnownParameters(ParameterDescription[] parameters, @Nullable SQLException refusal) {
        this.parameters = parameters;
        this.refusal = refusal;
    }

    /** One parameter. */
    private record ParameterDescription(
            int nullable,
            boolean signed,
            int precision,
            int scale,
            int type,
            String typeName,
            String className,
            int mode) {}

    /**
     * Those of a statement, asked of one shard without executing anything.
     *
     * @throws SQLException when the shard does not know the statement
     */
    static KnownParameters of(LogicStatement statement, DeployedPlan deployed) throws SQLException {
        if (!(deployed.plan() instanceof ShardPlan plan)) {
            return unknown(deployed.plan().parameterCount());
        }
        ChosenUnits sample = plan.sample();
        try (ConnectionLease lease = statement.session().lease(deployed.deployment(), sample.dataSource(0));
                PreparedStatement prepared = lease.connection().prepareStatement(sample.sql(0))) {
            return read(plan.parameterCount(), sample, prepared.getParameterMetaData());
        }
    }

    /** Parameters of which nothing is known. */
    private static KnownParameters unknown(int count) {
        ParameterDescription[] all = new ParameterDescription[count];
        Arrays.fill(all, UNKNOWN);
        return new KnownParameters(all, null);
    }

    /**
     * Reads everything.
     *
     * @param count how many parameters the logical statement has
     * @param sample tells which of them the shard's are
     */
    private static KnownParameters read(int count, ChosenUnits sample, ParameterMetaData shard) throws SQLException {
        KnownParameters all = unknown(count);
        for (int position = 0; position < sample.parameterCount(0); position++) {
            int source = sample.parameterSource(0, position);
            if (source >= 0 && source < count) {
                try {
                    all.parameters[source] = read(shard, position + 1);
                } catch (SQLException e) {
                    return new KnownParameters(all.parameters, e);
                }
            }
        }
        return all;
    }

    private static ParameterDescription read(ParameterMetaData shard, int position) throws SQLException {
        return new ParameterDescription(
                shard.isNullable(position),
                shard.isSigned(position),
                shard.getPrecision(position),
                shard.getScale(position),
                shard.getParameterType(position),
                shard.getParameterTypeName(position),
                shard.getParameterClassName(position),
                shard.getParameterMode(position));
    }

    private ParameterDescription parameter(int index) throws SQLException {
        if (index < 1 || index > parameters.length) {
            throw SqlErrors.of(ErrorCode.PARAMETER_INDEX_OUT_OF_RANGE, index, parameters.length);
        }
        if (refusal != null) {
            throw refusal;
        }
        return parameters[index - 1];
    }

    @Override
    public int getParameterCount() {
        return parameters.length;
    }

    @Override
    public int isNullable(int index) throws SQLException {
        return parameter(index).nullable;
    }

    @Override
    public boolean isSigned(int index) throws SQLException {
        return parameter(index).signed;
    }

    @Override
    public int getPrecision(int index) throws SQLException {
        return parameter(index).precision;
    }

    @Override
    public int getScale(int index) throws SQLException {
        return parameter(index).scale;
    }

    @Override
    public int getParameterType(int index) throws SQLException {
        return parameter(index).type;
    }

    @Override
    public String getParameterTypeName(int index) throws SQLException {
        return parameter(index).typeName;
    }

    @Override
    public String getParameterClassName(int index) throws SQLException {
        return parameter(index).className;
    }

    @Override
    public int getParameterMode(int index) throws SQLException {
        return parameter(index).mode;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        throw SqlErrors.of(
                ErrorCode.NO_SUCH_WRAPPED_TYPE, "The parameter metadata", type == null ? "null" : type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type != null && type.isInstance(this);
    }
}

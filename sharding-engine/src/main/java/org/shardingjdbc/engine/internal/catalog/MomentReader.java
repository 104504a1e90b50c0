package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Values;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.MomentZones;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds out what a driver makes of a java.sql.Timestamp, whatever its URL and the server say of time zones: it is given
 * some, and the database tells them as text. Asked once for each data source, where a sharding column holds times. Safe
 * for all threads.
 */
final class MomentReader {
    private static final int FIRST_YEAR = 1971;
    private static final int LAST_YEAR = 2037;
    private static final int LENGTH = "2024-01-31 00:00:00".length();

    private final Values values;
    /** Null where not asked yet. */
    private final AtomicReferenceArray<MomentZones> known;

    MomentReader(Values values, int dataSources) {
        this.values = values;
        this.known = new AtomicReferenceArray<>(dataSources);
    }

    /**
     * The same table, whose sharding columns of times tell what becomes of moments.
     *
     * @param reading reads those of a data source
     */
    TableSchema told(TableSchema schema, PartitionedTable table, IntFunction<MomentZones> reading) {
        if (values.storedTimestamp() == null || !hasTimes(schema, table)) {
            return schema;
        }
        MomentZones zones = null;
        Set<Integer> seen = new HashSet<>();
        for (DataNode node : table.dataNodes()) {
            if (seen.add(node.dataSource())) {
                MomentZones each = known.get(node.dataSource());
                if (each == null) {
                    each = reading.apply(node.dataSource());
                    known.set(node.dataSource(), each);
                }
                zones = zones == null ? each : zones.and(each);
            }
        }
        return zones == null || isJvms(zones)
                ? schema
                : new TableSchema(
                        schema.name(),
                        with(schema.columns(), zones),
                        schema.primaryKey(),
                        with(schema.invisible(), zones));
    }

    /** Whether a column with a zone is none that date and time reach by the zone of the session. */
    private boolean isJvms(MomentZones zones) {
        return ZoneId.systemDefault().equals(zones.local()) && zones.datesOfJvm() && values.storedMoment() == null;
    }

    private static boolean hasTimes(TableSchema schema, PartitionedTable table) {
        for (String name : table.shardingColumns()) {
            ColumnSchema column = schema.column(name);
            if (column != null && isTime(column)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTime(ColumnSchema column) {
        return switch (column.jdbcType()) {
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> true;
            default -> false;
        };
    }

    private static List<ColumnSchema> with(List<ColumnSchema> columns, MomentZones zones) {
        List<ColumnSchema> told = new ArrayList<>();
        for (ColumnSchema column : columns) {
            told.add(isTime(column) ? column.with(zones) : column);
        }
        return told;
    }

    /** Asks a database. */
    MomentZones read(Connection connection) throws SQLException {
        ZoneId jvm = ZoneId.systemDefault();
        Set<Instant> moments = moments(jvm);
        Map<Instant, LocalDateTime> answers = stored(connection, moments);
        ZoneId local = fits(jvm, answers) ? jvm : other(connection, answers);
        ZoneId zoned = local != null && values.storedMoment() != null && keepsMoments(connection, moments, local)
                ? local
                : null;
        return new MomentZones(local, zoned, keepsDates(connection));
    }

    /** A zone that is not the JVM's; null where none is found. */
    private @Nullable ZoneId other(Connection connection, Map<Instant, LocalDateTime> answers) throws SQLException {
        List<ZoneId> candidates = new ArrayList<>();
        Map.Entry<Instant, LocalDateTime> first = answers.entrySet().iterator().next();
        long seconds = Duration.between(first.getKey(), first.getValue().toInstant(ZoneOffset.UTC))
                .toSeconds();
        if (Math.abs(seconds) <= ZoneOffset.MAX.getTotalSeconds()) {
            candidates.add(ZoneOffset.ofTotalSeconds((int) seconds));
        }
        for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            candidates.add(ZoneId.of(id));
        }
        for (ZoneId candidate : candidates) {
            if (fits(candidate, answers)) {
                // what is alike in January and July may differ between them
                answers.putAll(stored(connection, moments(candidate)));
                if (fits(candidate, answers)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private static boolean fits(ZoneId zone, Map<Instant, LocalDateTime> answers) {
        for (Map.Entry<Instant, LocalDateTime> each : answers.entrySet()) {
            if (!LocalDateTime.ofInstant(each.getKey(), zone).equals(each.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** In each year two, and those around the changes of a zone's clock. */
    private static Set<Instant> moments(ZoneId zone) {
        Set<Instant> moments = new TreeSet<>();
        for (int year = FIRST_YEAR; year <= LAST_YEAR; year++) {
            moments.add(LocalDateTime.of(year, 1, 1, 12, 0).toInstant(ZoneOffset.UTC));
            moments.add(LocalDateTime.of(year, 7, 1, 12, 0).toInstant(ZoneOffset.UTC));
        }
        Instant last = LocalDateTime.of(LAST_YEAR, 12, 1, 0, 0).toInstant(ZoneOffset.UTC);
        ZoneRules rules = zone.getRules();
        ZoneOffsetTransition next = rules.nextTransition(moments.iterator().next());
        while (next != null && next.getInstant().isBefore(last)) {
            moments.add(next.getInstant().minusSeconds(1));
            moments.add(next.getInstant());
            next = rules.nextTransition(next.getInstant());
        }
        return moments;
    }

    private Map<Instant, LocalDateTime> stored(Connection connection, Set<Instant> moments) throws SQLException {
        Map<Instant, LocalDateTime> answers = new HashMap<>();
        try (PreparedStatement statement =
                connection.prepareStatement(select(values.storedTimestamp(), moments.size()))) {
            int position = 1;
            for (Instant moment : moments) {
                statement.setTimestamp(position++, Timestamp.from(moment));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                position = 1;
                for (Instant moment : moments) {
                    String text = row.getString(position++).substring(0, LENGTH);
                    answers.put(moment, LocalDateTime.parse(text.replace(' ', 'T')));
                }
            }
        }
        return answers;
    }

    /** Whether columns with a zone store each moment, or another one that has the same date and time in that zone. */
    private boolean keepsMoments(Connection connection, Set<Instant> moments, ZoneId zone) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(select(values.storedMoment(), moments.size()))) {
            int position = 1;
            for (Instant moment : moments) {
                statement.setTimestamp(position++, Timestamp.from(moment));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                position = 1;
                for (Instant moment : moments) {
                    LocalDateTime stored =
                            LocalDateTime.ofInstant(Instant.ofEpochSecond(row.getLong(position++)), zone);
                    if (!stored.equals(LocalDateTime.ofInstant(moment, zone))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean keepsDates(Connection connection) throws SQLException {
        List<LocalDate> days = List.of(LocalDate.of(1971, 1, 1), LocalDate.of(2024, 1, 31), LocalDate.of(2024, 7, 31));
        try (PreparedStatement statement = connection.prepareStatement(select(values.storedTimestamp(), days.size()))) {
            for (int i = 0; i < days.size(); i++) {
                statement.setDate(i + 1, Date.valueOf(days.get(i)));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                for (int i = 0; i < days.size(); i++) {
                    if (!row.getString(i + 1).startsWith(days.get(i).toString())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static String select(@Nullable String expression, int count) {
        return "SELECT " + String.join(", ", Collections.nCopies(count, expression));
    }
}

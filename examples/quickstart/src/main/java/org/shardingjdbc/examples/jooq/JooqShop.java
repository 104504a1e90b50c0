package org.shardingjdbc.examples.jooq;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.rowNumber;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.conf.RenderNameCase;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;

/** The tour: creates the tables, writes and reads orders, and prints what it finds. */
public final class JooqShop {
    private static final Table<Record> ORDER = table(name("t_order"));
    private static final Field<Long> ORDER_ID = field(name("order_id"), SQLDataType.BIGINT.notNull());
    private static final Field<Integer> USER = field(name("user_id"), SQLDataType.INTEGER.notNull());
    private static final Field<String> STATUS = field(name("status"), SQLDataType.VARCHAR(10));
    private static final Field<BigDecimal> AMOUNT = field(name("amount"), SQLDataType.DECIMAL(10, 2));
    private static final Table<Record> ITEM = table(name("t_order_item"));
    private static final Field<Long> ITEM_ID = field(name("item_id"), SQLDataType.BIGINT.notNull());
    private static final Field<String> PRODUCT = field(name("product"), SQLDataType.VARCHAR(20));

    private final DSLContext database;

    private JooqShop(DSLContext database) {
        this.database = database;
    }

    /** @param arguments jOOQ's name of the dialect; H2 if left out */
    public static void main(String... arguments) throws Exception {
        SQLDialect dialect = SQLDialect.valueOf(arguments.length == 0 ? "H2" : arguments[0]);
        // Unquoted names are what each database finds whatever the case.
        Settings settings =
                new Settings().withRenderQuotedNames(RenderQuotedNames.NEVER).withRenderNameCase(RenderNameCase.LOWER);
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        try (InputStream yaml = JooqShop.class.getResourceAsStream("/jooq.yaml");
                ShardingDataSource dataSource = ShardingDataSourceFactory.create(yaml, PlaceholderType.SYSTEM_PROPS)) {
            new JooqShop(DSL.using(dataSource, dialect, settings)).tour();
        }
    }

    private void tour() {
        create();
        fill();
        print(
                "Orders of user 3",
                database.select(USER, STATUS, AMOUNT)
                        .from(ORDER)
                        .where(USER.eq(3))
                        .orderBy(AMOUNT));
        print(
                "Page 2",
                database.select(USER, AMOUNT)
                        .from(ORDER)
                        .orderBy(AMOUNT.desc())
                        .limit(3)
                        .offset(3));
        print(
                "Sums",
                database.select(STATUS, count(), sum(AMOUNT))
                        .from(ORDER)
                        .groupBy(STATUS)
                        .orderBy(STATUS));
        print("A join of binding tables", dearItems());
        Field<Integer> place =
                rowNumber().over().partitionBy(USER).orderBy(AMOUNT.desc()).as("place");
        print(
                "A window by user",
                database.select(USER, AMOUNT, place)
                        .from(ORDER)
                        .where(USER.in(1, 2))
                        .orderBy(USER, place));
        try {
            database.transaction(inside -> {
                int changed = inside.dsl().update(ORDER).set(STATUS, "SENT").execute();
                throw new IllegalStateException(changed + " orders in both data sources, and an exception");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        print("So none is sent", database.select(count()).from(ORDER).where(STATUS.eq("SENT")));
    }

    private void create() {
        database.createTable(ORDER)
                .columns(ORDER_ID, USER, STATUS, AMOUNT)
                .primaryKey(ORDER_ID)
                .execute();
        database.createTable(ITEM)
                .columns(ITEM_ID, ORDER_ID, USER, PRODUCT)
                .primaryKey(ITEM_ID)
                .execute();
    }

    /** Two orders each of six users, in a batch; the key generator of jooq.yaml makes the ids of the items. */
    private void fill() {
        List<Query> inserts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            long order = 100 + i;
            int user = 1 + i % 6;
            inserts.add(database.insertInto(ORDER, ORDER_ID, USER, STATUS, AMOUNT)
                    .values(order, user, i % 3 == 0 ? "PAID" : "NEW", new BigDecimal(7 + i * 5 % 12 + ".50")));
            inserts.add(database.insertInto(ITEM, ORDER_ID, USER, PRODUCT)
                    .values(order, user, i % 2 == 0 ? "Lamp" : "Chair")
                    .values(order, user, "Clock"));
        }
        database.batch(inserts).execute();
    }

    private ResultQuery<?> dearItems() {
        Table<Record> o = ORDER.as("o");
        Table<Record> i = ITEM.as("i");
        return database.select(of(o, USER), of(o, AMOUNT), of(i, PRODUCT))
                .from(o)
                .join(i)
                .on(of(i, ORDER_ID).eq(of(o, ORDER_ID)))
                .where(of(o, AMOUNT).gt(new BigDecimal("16")))
                .orderBy(of(o, AMOUNT), of(i, PRODUCT));
    }

    private static <T> Field<T> of(Table<?> alias, Field<T> field) {
        return field(name(alias.getName(), field.getName()), field.getDataType());
    }

    private static void print(String title, ResultQuery<?> query) {
        System.out.println(title);
        for (Record row : query.fetch()) {
            System.out.println("  " + row.intoList());
        }
        System.out.println();
    }
}

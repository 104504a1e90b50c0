"""The same steps with psycopg 3, psycopg2 or asyncpg; what came of them is printed."""
import asyncio
import datetime
import decimal
import sys
import uuid

library, host, port, database = sys.argv[1:5]

CREATE = [
    "DROP TABLE IF EXISTS t_order",
    "CREATE TABLE t_order (order_id bigint, user_id int, status varchar(20), amount numeric(12,2), made timestamptz,"
    " day date, raw bytea, doc jsonb, tags text[], id uuid, PRIMARY KEY (order_id, user_id))",
]
INSERT = "INSERT INTO t_order VALUES ({})"
TZ = datetime.timezone.utc


def row(i):
    return (
        i, i % 5, None if i % 4 == 0 else "Größe " + str(i), decimal.Decimal(i) / 4,
        datetime.datetime(2024, 2, 29, 12, i % 60, 1, 250000, tzinfo=TZ), datetime.date(1999, 12, 31),
        bytes([0, 255, i % 256]), '{"a": %d}' % i, ["x", "y z", str(i)], uuid.UUID(int=i),
    )


def tell(*values):
    print(*[repr(bytes(v)) if isinstance(v, memoryview) else repr(v) for v in values])


def by_dbapi(module, placeholder):
    connection = module.connect(host=host, port=port, dbname=database, user="postgres", password="postgres")
    connection.autocommit = True
    cursor = connection.cursor()
    for each in CREATE:
        cursor.execute(each)
    marks = ", ".join([placeholder] * 7 + [placeholder + "::jsonb", placeholder, placeholder + "::uuid"])
    for i in range(1, 11):
        values = list(row(i))
        values[9] = str(values[9])
        cursor.execute(INSERT.format(marks), values)
        tell(cursor.rowcount, cursor.statusmessage)
    cursor.executemany("UPDATE t_order SET amount = amount + 1 WHERE order_id = %s", [(i,) for i in range(1, 6)])
    cursor.execute("SELECT * FROM t_order ORDER BY order_id")
    tell([(d[0], d[1]) for d in cursor.description])
    for each in cursor.fetchall():
        tell(*each)
    cursor.execute("SELECT user_id, count(*), sum(amount), avg(amount) FROM t_order GROUP BY user_id ORDER BY user_id")
    tell(cursor.fetchall())
    connection.autocommit = False
    cursor.execute("DELETE FROM t_order")
    connection.rollback()
    try:
        cursor.execute("INSERT INTO t_order (order_id, user_id) VALUES (1, 1)")
    except module.Error as e:
        tell(type(e).__name__)
    try:
        cursor.execute("SELECT 1")
    except module.Error as e:
        tell(type(e).__name__)
    connection.rollback()
    cursor.execute("SELECT count(*) FROM t_order WHERE status = %s OR order_id = ANY(%s)", ("Größe 1", [2, 3]))
    tell(cursor.fetchall())
    connection.commit()
    for i in range(8):
        cursor.execute("SELECT status FROM t_order WHERE order_id = %s AND user_id = %s", (i, i % 5))
        tell(cursor.fetchall())
    connection.commit()
    cursor.execute("DROP TABLE t_order")
    connection.commit()
    connection.close()


async def by_asyncpg():
    import asyncpg
    connection = await asyncpg.connect(
        host=host, port=int(port), database=database, user="postgres", password="postgres")
    for each in CREATE:
        tell(await connection.execute(each))
    marks = ", ".join("$%d" % i for i in range(1, 11))
    for i in range(1, 11):
        tell(await connection.execute(INSERT.format(marks), *row(i)))
    await connection.executemany("UPDATE t_order SET amount = amount + 1 WHERE order_id = $1", [(i,) for i in range(1, 6)])
    for each in await connection.fetch("SELECT * FROM t_order ORDER BY order_id"):
        tell(*each.values())
    tell(await connection.fetch("SELECT user_id, count(*), sum(amount) FROM t_order GROUP BY user_id ORDER BY user_id"))
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("DELETE FROM t_order")
    await transaction.rollback()
    try:
        await connection.execute("INSERT INTO t_order (order_id, user_id) VALUES (1, 1)")
    except asyncpg.PostgresError as e:
        tell(type(e).__name__)
    async with connection.transaction():
        rows = []
        async for each in connection.cursor("SELECT order_id FROM t_order ORDER BY order_id", prefetch=3):
            rows.append(each[0])
        tell(rows)
    for i in range(8):
        tell(await connection.fetchval("SELECT status FROM t_order WHERE order_id = $1 AND user_id = $2", i, i % 5))
    tell(await connection.execute(
        "INSERT INTO t_order (order_id, user_id, status) VALUES ($1, $2, $3), ($4, $5, $6), ($7, $8, $9)",
        101, 1, "a", 102, 2, "b", 103, 3, None))
    tell(await connection.fetch("SELECT order_id, user_id, status FROM t_order WHERE order_id > $1 ORDER BY 1", 100))
    tell(await connection.fetchval("SELECT status FROM t_order WHERE order_id = $1 AND user_id = $2", 102, 2))
    tell(await connection.fetch(
        "SELECT order_id FROM t_order WHERE user_id IN ($1, $2) AND order_id BETWEEN $3 AND $4 ORDER BY 1", 1, 2, 1, 200))
    tell(await connection.fetchval("SELECT $1::interval", datetime.timedelta(days=3, seconds=5)))
    tell(await connection.fetchval("SHOW server_encoding"))
    await connection.execute("DROP TABLE t_order")
    await connection.close()


if library == "asyncpg":
    asyncio.run(by_asyncpg())
else:
    by_dbapi(__import__(library), "%s")

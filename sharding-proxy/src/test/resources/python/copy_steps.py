"""The same steps of COPY and of cursors with psycopg 3, psycopg2, asyncpg or Django; what came of them is printed."""
import asyncio
import io
import sys

library, host, port, database = sys.argv[1:5]
ROWS = [(i, i % 7, i / 4, None, None if i % 3 == 0 else "Größe\t%d\n" % i) for i in range(1, 1001)]
ALL = "SELECT order_id, user_id, amount, made, note FROM t_order ORDER BY order_id"


def by_psycopg():
    import psycopg
    connection = psycopg.connect(host=host, port=port, dbname=database, user="postgres", password="postgres")
    cursor = connection.cursor()
    cursor.execute("TRUNCATE t_order")
    with cursor.copy("COPY t_order FROM STDIN") as copy:
        for row in ROWS:
            copy.write_row(row)
    print(cursor.rowcount, cursor.statusmessage)
    connection.commit()
    with cursor.copy("COPY (" + ALL + ") TO STDOUT") as copy:
        copy.set_types(["int8", "int4", "numeric", "date", "text"])
        print(sum(1 for _ in copy.rows()))
    cursor.execute("TRUNCATE t_order")
    with cursor.copy("COPY t_order (order_id, user_id, note) FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(["int8", "int4", "text"])
        for row in ROWS:
            copy.write_row((row[0], row[1], row[4]))
    with cursor.copy("COPY (" + ALL + ") TO STDOUT (FORMAT BINARY)") as copy:
        copy.set_types(["int8", "int4", "numeric", "date", "text"])
        for row in list(copy.rows())[:5]:
            print(row)
    try:
        with cursor.copy("COPY t_order FROM STDIN") as copy:
            copy.write("x\n")
    except psycopg.Error as e:
        print(type(e).__name__, e.diag.message_primary)
    connection.rollback()
    try:
        with cursor.copy("COPY t_order FROM STDIN") as copy:
            copy.write("1\t1\t1\t\\N\tnot there\n")
            raise ValueError("of ours")
    except ValueError as e:
        print(e)
    connection.rollback()
    for binary in (False, True):
        with connection.cursor("named", binary=binary) as named:
            named.execute("SELECT order_id, note FROM t_order WHERE order_id > %s ORDER BY order_id", (990,))
            print([d.name for d in named.description])
            print(named.fetchone(), named.fetchmany(3))
            cursor.execute("SELECT count(*) FROM t_order")
            print(cursor.fetchone())
            named.scroll(2)
            print(named.fetchall())
    connection.commit()
    with connection.cursor("many") as named:
        named.itersize = 100
        named.execute("SELECT order_id FROM t_order ORDER BY order_id")
        print(sum(row[0] for row in named))
    connection.commit()
    connection.autocommit = True
    with connection.cursor("held", withhold=True, scrollable=False) as named:
        named.execute("SELECT order_id FROM t_order ORDER BY order_id")
        print(named.fetchmany(2))
        cursor.execute("SELECT 1")
        print(len(named.fetchall()))
    connection.close()


def by_psycopg2():
    import psycopg2
    connection = psycopg2.connect(host=host, port=port, dbname=database, user="postgres", password="postgres")
    cursor = connection.cursor()
    cursor.execute("TRUNCATE t_order")
    data = io.StringIO("".join("%d|%d|%s\n" % (r[0], r[1], "none" if r[4] is None else r[0]) for r in ROWS))
    cursor.copy_from(data, "t_order", sep="|", null="none", columns=("order_id", "user_id", "note"))
    print(cursor.rowcount)
    connection.commit()
    out = io.StringIO()
    cursor.copy_expert("COPY (" + ALL + ") TO STDOUT WITH CSV HEADER", out)
    print(out.getvalue()[:200], len(out.getvalue()))
    try:
        cursor.copy_expert("COPY t_order FROM STDIN", io.StringIO("wrong\n"))
    except psycopg2.Error as e:
        print(e.pgcode, e.diag.message_primary, e.diag.context)
    connection.rollback()
    named = connection.cursor("named")
    named.itersize = 300
    named.execute("SELECT order_id FROM t_order WHERE user_id = %s ORDER BY order_id", (3,))
    print(named.fetchmany(2), sum(row[0] for row in named))
    named.close()
    held = connection.cursor("held", withhold=True)
    held.execute("SELECT order_id FROM t_order ORDER BY order_id")
    print(held.fetchmany(2))
    connection.commit()
    print(len(held.fetchall()))
    held.close()
    connection.close()


async def by_asyncpg():
    import asyncpg
    connection = await asyncpg.connect(
        host=host, port=int(port), database=database, user="postgres", password="postgres")
    await connection.execute("TRUNCATE t_order")
    columns = ["order_id", "user_id", "amount", "made", "note"]
    print(await connection.copy_records_to_table("t_order", records=ROWS, columns=columns))
    out = io.BytesIO()
    print(await connection.copy_from_query(ALL, output=out, format="csv"))
    print(len(out.getvalue()))
    out = io.BytesIO()
    print(await connection.copy_from_table("t_order", output=out))
    print(sorted(out.getvalue().splitlines())[:3])
    try:
        await connection.copy_to_table("t_order", source=io.BytesIO(b"wrong\n"))
    except asyncpg.PostgresError as e:
        print(type(e).__name__)
    await connection.close()


def by_django():
    import django
    from django.conf import settings
    settings.configure(DATABASES={"default": {
        "ENGINE": "django.db.backends.postgresql", "NAME": database, "HOST": host, "PORT": port,
        "USER": "postgres", "PASSWORD": "postgres"}}, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField", USE_TZ=True)
    django.setup()
    from django.db import connection, models, transaction

    class Order(models.Model):
        order_id = models.BigIntegerField(primary_key=True)
        user_id = models.IntegerField()
        note = models.TextField(null=True)

        class Meta:
            app_label = "shop"
            db_table = "t_order"
            managed = False

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE t_order")
    Order.objects.bulk_create([Order(order_id=i, user_id=i % 7, note=str(i)) for i in range(1, 301)])
    total = 0
    for order in Order.objects.order_by("order_id").iterator(chunk_size=50):
        if order.order_id % 100 == 0:
            Order.objects.filter(order_id=order.order_id).update(note="seen")
        total += order.order_id
    print(total)
    with transaction.atomic():
        print(len(list(Order.objects.filter(user_id=3).order_by("order_id").iterator(chunk_size=10))))
        print(next(Order.objects.order_by("-order_id").values_list("order_id", "note").iterator(chunk_size=10)))
    print(Order.objects.filter(note="seen").count())
    connection.close()


if library == "asyncpg":
    asyncio.run(by_asyncpg())
else:
    {"psycopg": by_psycopg, "psycopg2": by_psycopg2, "django": by_django}[library]()

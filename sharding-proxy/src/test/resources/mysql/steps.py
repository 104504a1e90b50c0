"""Steps of a Python driver, each a line of what it saw: steps.py LIBRARY HOST PORT USER PASSWORD DATABASE"""
import datetime
import decimal
import sys

LIBRARY, HOST, PORT, USER, PASSWORD, DATABASE = sys.argv[1:]
BYTES = bytes(range(256)) * 40
LARGE = b"\xff\x00" * 3000000
TEXT = "it's ü 🙂 \\ \" %"


def show(title, step):
    try:
        print("==", title, step())
    except Exception as e:
        text = str(e)
        for place in (" (data source ds_0)", " (data source ds_1)"):
            text = text.replace(place, "")
        print("==", title, type(e).__name__, text)


def steps(connection, **options):
    cursor = connection.cursor(**options)

    def query(sql, *values):
        if values:
            cursor.execute(sql, values)
        else:
            cursor.execute(sql)
        if not cursor.description:
            return cursor.rowcount, cursor.lastrowid
        rows = cursor.fetchall()
        return cursor.rowcount, [column[:2] for column in cursor.description], rows

    def many():
        rows = [(i, i, "row %d" % i) for i in range(10, 30)]
        cursor.executemany("INSERT INTO t_order (order_id, user_id, vc) VALUES (%s, %s, %s)", rows)
        return cursor.rowcount

    def large():
        value = query("SELECT bl FROM t_order WHERE user_id = 50")[2][0][0]
        return len(value), bytes(value) == LARGE

    show("create", lambda: query(
        "CREATE TABLE t_order (order_id BIGINT NOT NULL, user_id BIGINT NOT NULL, vc VARCHAR(50), bl LONGBLOB,"
        " d DECIMAL(20, 4), dt DATETIME(6), ti TIME(3), da DATE, f FLOAT, db DOUBLE, b BIT(8), e ENUM('a', 'b'),"
        " js JSON, PRIMARY KEY (order_id, user_id))"))
    show("insert", lambda: query(
        "INSERT INTO t_order VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)", 1, 1, TEXT, BYTES,
        decimal.Decimal("-123.4567"), datetime.datetime(2024, 2, 29, 1, 2, 3, 4),
        datetime.timedelta(hours=-30, seconds=1.5), datetime.date(1999, 12, 31), 1.5, 2.5e-300, b"\x05", "a",
        '{"x": 1}'))
    show("read", lambda: query("SELECT * FROM t_order"))
    show("by values", lambda: query("SELECT order_id FROM t_order WHERE bl = %s AND vc = %s", BYTES, TEXT))
    show("nulls", lambda: query("INSERT INTO t_order (order_id, user_id) VALUES (%s, %s)", 2, 2))
    show("read nulls", lambda: query("SELECT * FROM t_order WHERE user_id = %s", 2))
    show("many", many)
    show("aggregate", lambda: query("SELECT COUNT(*), SUM(d), MAX(dt) FROM t_order"))
    show("rollback", connection.rollback)
    show("count", lambda: query("SELECT COUNT(*) FROM t_order"))
    show("insert", lambda: query("INSERT INTO t_order (order_id, user_id) VALUES (50, 50)"))
    show("commit", connection.commit)
    show("count", lambda: query("SELECT COUNT(*) FROM t_order"))
    show("duplicate", lambda: query("INSERT INTO t_order (order_id, user_id) VALUES (50, 50)"))
    show("update", lambda: query("UPDATE t_order SET vc = 'z' WHERE user_id = 50"))
    show("syntax", lambda: query("SELEC"))
    show("database", lambda: query("SELECT DATABASE() IS NOT NULL, VERSION()"))
    show("large", lambda: query("UPDATE t_order SET bl = %s WHERE user_id = 50", LARGE))
    show("large length", lambda: query("SELECT LENGTH(bl) FROM t_order WHERE user_id = 50"))
    show("large read", large)
    show("commit", connection.commit)
    show("drop", lambda: query("DROP TABLE t_order"))
    cursor.close()


if LIBRARY == "pymysql":
    import pymysql

    connection = pymysql.connect(host=HOST, port=int(PORT), user=USER, password=PASSWORD, database=DATABASE)
    steps(connection)
    show("ping", connection.ping)
    show("select database", lambda: connection.select_db(DATABASE))
else:
    import mysql.connector

    connection = mysql.connector.connect(
        host=HOST, port=int(PORT), user=USER, password=PASSWORD, database=DATABASE, use_pure=True)
    steps(connection)
    steps(connection, prepared=True)
    show("reset", connection.cmd_reset_connection)
    show("ping", connection.ping)
    show("statistics", lambda: len(connection.cmd_statistics()) > 0)
    show("another user", lambda: connection.cmd_change_user(USER, PASSWORD, DATABASE) is not None)
connection.close()

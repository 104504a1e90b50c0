"""Steps of an object-relational mapper, each a line of what it saw: orm.py LIBRARY HOST PORT USER PASSWORD DATABASE"""
import datetime
import decimal
import re
import sys

LIBRARY, HOST, PORT, USER, PASSWORD, DATABASE = sys.argv[1:]
DAY = datetime.date(2024, 2, 29)
TIME = datetime.datetime(2024, 2, 29, 1, 2, 3, 4000)


def show(title, step):
    try:
        print("==", title, step())
    except Exception as e:
        text = re.sub(r" \(data source ds_[01]\)|\n.*|\[SQL.*", "", str(e), flags=re.S)
        print("==", title, type(e).__name__, re.sub(r"t_order_[01]", "t_order", text))


def sqlalchemy():
    import sqlalchemy as sa
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

    class Base(DeclarativeBase):
        pass

    class Order(Base):
        __tablename__ = "t_order"
        order_id: Mapped[int] = mapped_column(sa.BigInteger, primary_key=True, autoincrement=False)
        user_id: Mapped[int] = mapped_column(sa.BigInteger, primary_key=True, autoincrement=False)
        name: Mapped[str | None] = mapped_column(sa.String(50))
        price: Mapped[decimal.Decimal | None] = mapped_column(sa.Numeric(12, 3))
        day: Mapped[datetime.date | None]
        at: Mapped[datetime.datetime | None]
        paid: Mapped[bool | None]
        rest: Mapped[bytes | None] = mapped_column(sa.LargeBinary(10000))
        tags: Mapped[dict | None] = mapped_column(sa.JSON)

        def __repr__(self):
            return repr((self.order_id, self.user_id, self.name, self.price, self.day, self.at, self.paid, self.rest))

    engine = sa.create_engine(f"mysql+pymysql://{USER}:{PASSWORD}@{HOST}:{PORT}/{DATABASE}")
    show("no table", lambda: sa.inspect(engine).has_table("t_order"))
    show("create", lambda: Base.metadata.create_all(engine))
    show("create again", lambda: Base.metadata.create_all(engine))
    show("has table", lambda: sa.inspect(engine).has_table("t_order"))
    show("columns", lambda: [(c["name"], str(c["type"]), c["nullable"])
                             for c in sa.inspect(engine).get_columns("t_order")])
    show("key", lambda: sa.inspect(engine).get_pk_constraint("t_order"))
    session = Session(engine)

    def add():
        session.add_all([Order(order_id=i, user_id=i % 5, name="it's ü 🙂 %d" % i, price=decimal.Decimal("1.125") * i,
                               day=DAY, at=TIME, paid=i % 2 == 0, rest=b"\x00\xff'\\" * i, tags={"a": [i, None]})
                         for i in range(1, 21)])
        session.commit()
        return session.scalar(sa.select(sa.func.count()).select_from(Order))

    def change():
        found = session.get(Order, (3, 3))
        found.name = "changed"
        found.tags = {"b": 2}
        session.commit()
        return session.get(Order, (3, 3)), session.get(Order, (3, 3)).tags

    def fails():
        session.add(Order(order_id=3, user_id=3))
        try:
            session.commit()
        finally:
            session.rollback()

    def nested():
        with session.begin_nested():
            session.add(Order(order_id=90, user_id=1))
        try:
            with session.begin_nested():
                session.add(Order(order_id=3, user_id=3))
        except sa.exc.IntegrityError as e:
            print("nested", e.orig.args[0])
        session.commit()
        return session.scalars(sa.select(Order.order_id).where(Order.order_id > 19).order_by(Order.order_id)).all()

    show("add", add)
    show("one", lambda: session.scalars(sa.select(Order).where(Order.user_id == 2, Order.order_id == 7)).one())
    show("many", lambda: session.scalars(sa.select(Order).where(Order.user_id.in_([1, 2])).order_by(Order.order_id)).all())
    show("json", lambda: session.scalars(sa.select(Order.tags).where(Order.user_id == 1).order_by(Order.order_id)).all())
    show("page", lambda: session.scalars(sa.select(Order.order_id).order_by(Order.order_id.desc()).limit(3).offset(4)).all())
    show("group", lambda: session.execute(sa.select(Order.user_id, sa.func.count(), sa.func.sum(Order.price))
                                          .group_by(Order.user_id).order_by(Order.user_id)).all())
    show("like", lambda: session.scalars(sa.select(Order.order_id).where(Order.name.like("%1")).order_by(Order.order_id)).all())
    show("change", change)
    show("duplicate", fails)
    show("nested", nested)
    show("bulk", lambda: session.execute(sa.update(Order).where(Order.user_id == 1).values(name="bulk")).rowcount)
    show("rollback", session.rollback)
    show("deleted", lambda: session.execute(sa.delete(Order).where(Order.user_id == 4)).rowcount)
    show("commit", session.commit)
    show("locked", lambda: session.scalars(sa.select(Order.order_id).where(Order.user_id == 1, Order.order_id == 1)
                                           .with_for_update()).all())
    session.close()
    with engine.connect().execution_options(isolation_level="READ COMMITTED") as connection:
        show("isolation", lambda: connection.scalar(sa.text("SELECT COUNT(*) FROM t_order")))
    show("drop", lambda: Base.metadata.drop_all(engine))


def django():
    import pymysql
    pymysql.install_as_MySQLdb()
    pymysql.version_info = (2, 2, 7, "final", 0)
    import django as framework
    from django.conf import settings
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.mysql", "NAME": DATABASE, "USER": USER,
                               "PASSWORD": PASSWORD, "HOST": HOST, "PORT": PORT}},
        INSTALLED_APPS=[], USE_TZ=False, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
    framework.setup()
    from django.db import IntegrityError, connection, models, transaction
    from django.db.models import Avg, Count, F, Q, Sum

    class Value(models.Model):
        id = models.BigIntegerField(primary_key=True)
        shard = models.BigIntegerField()
        name = models.CharField(max_length=50, null=True)
        price = models.DecimalField(max_digits=12, decimal_places=3, null=True)
        day = models.DateField(null=True)
        at = models.DateTimeField(null=True)
        paid = models.BooleanField(null=True)
        rest = models.BinaryField(null=True)
        tags = models.JSONField(null=True)
        lasted = models.DurationField(null=True)

        class Meta:
            app_label = "shop"
            db_table = "t_value"

    def create():
        with connection.schema_editor() as editor:
            editor.create_model(Value)

    def drop():
        with connection.schema_editor() as editor:
            editor.delete_model(Value)

    def values(query):
        return list(query.values_list("id", "shard", "name", "price", "day", "at", "paid", "rest", "tags", "lasted"))

    def add():
        Value.objects.bulk_create([
            Value(id=i, shard=i % 5, name="it's ü 🙂 %d" % i, price=decimal.Decimal("1.125") * i, day=DAY, at=TIME,
                  paid=i % 2 == 0, rest=b"\x00\xff'\\" * i, tags={"a": [i, None]},
                  lasted=datetime.timedelta(hours=i)) for i in range(1, 21)])
        return Value.objects.count()

    def change():
        one = Value.objects.get(shard=3, id=3)
        one.name = "changed"
        one.save(update_fields=["name"])
        return values(Value.objects.filter(shard=3, id=3))

    def atomic():
        with transaction.atomic():
            Value.objects.create(id=90, shard=1)
            try:
                with transaction.atomic():
                    Value.objects.create(id=3, shard=3)
            except IntegrityError as e:
                print("within", e.args[0])
            return sorted(Value.objects.filter(id__gt=19).values_list("id", flat=True))

    def undone():
        try:
            with transaction.atomic():
                Value.objects.create(id=91, shard=1)
                raise ValueError("undone")
        except ValueError:
            return Value.objects.filter(id=91).exists()

    show("create", create)
    show("tables", lambda: "t_value" in connection.introspection.table_names())
    show("add", add)
    show("all", lambda: values(Value.objects.order_by("id")[:6]))
    show("one", lambda: values(Value.objects.filter(shard=2, id=7)))
    show("in", lambda: values(Value.objects.filter(shard__in=[1, 2]).order_by("id")))
    show("or", lambda: list(Value.objects.filter(Q(id=5) | Q(name__contains="1"), paid=False).order_by("id")
                            .values_list("id", flat=True)))
    show("page", lambda: list(Value.objects.order_by("-id").values_list("id", flat=True)[4:7]))
    show("count", lambda: Value.objects.filter(paid=True).count())
    show("aggregate", lambda: Value.objects.aggregate(Sum("price"), Count("id"), Avg("price")))
    show("group", lambda: list(Value.objects.values("shard").annotate(n=Count("id"), p=Sum("price")).order_by("shard")))
    show("distinct", lambda: list(Value.objects.values_list("paid", flat=True).distinct().order_by("paid")))
    show("dates", lambda: list(Value.objects.filter(at__year=2024, day=DAY, id__lt=4).order_by("id")
                               .values_list("id", flat=True)))
    show("json", lambda: list(Value.objects.filter(tags__a__0=7).values_list("id", flat=True)))
    show("change", change)
    show("update", lambda: Value.objects.filter(shard=1).update(price=F("price") + 1))
    show("get or create", lambda: Value.objects.get_or_create(shard=1, id=1)[1])
    show("duplicate", lambda: Value.objects.create(id=3, shard=3))
    show("atomic", atomic)
    show("undone", undone)
    show("locked", lambda: transaction.atomic(lambda: len(Value.objects.select_for_update().filter(shard=1)))())
    show("exists", lambda: Value.objects.filter(shard=4).exists())
    show("delete", lambda: Value.objects.filter(shard=4).delete())
    show("iterator", lambda: sum(1 for _ in Value.objects.order_by("id").iterator(chunk_size=3)))
    show("raw", lambda: [each.id for each in Value.objects.raw("SELECT * FROM t_value WHERE shard = %s ORDER BY id", [2])])
    show("drop", drop)


{"sqlalchemy": sqlalchemy, "django": django}[LIBRARY]()

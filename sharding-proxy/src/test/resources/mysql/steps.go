// Steps of go-sql-driver, each a line of what it saw: go run steps.go HOST PORT USER PASSWORD DATABASE
package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

const text = "it's ü 🙂 \\ \" %"

var content = bytes.Repeat([]byte{0, 1, 0xff, '\'', '\\'}, 2000)
var large = bytes.Repeat([]byte{0xff, 0}, 3000000)
var place = regexp.MustCompile(` \(data source ds_[01]\)`)
var row = regexp.MustCompile(`at row \d+`)

type executor interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

func show(title string, what any, err error) {
	var known *mysql.MySQLError
	if errors.As(err, &known) {
		message := strings.NewReplacer("t_order_0", "t_order", "t_order_1", "t_order").Replace(known.Message)
		message = row.ReplaceAllString(place.ReplaceAllString(message, ""), "at a row")
		fmt.Println("==", title, known.Number, string(known.SQLState[:]), message)
	} else if err != nil {
		fmt.Println("==", title, "failed", err)
	} else {
		fmt.Println("==", title, what)
	}
}

func exec(in executor, title string, statement string, values ...any) {
	result, err := in.ExecContext(context.Background(), statement, values...)
	if err != nil {
		show(title, nil, err)
		return
	}
	count, _ := result.RowsAffected()
	key, _ := result.LastInsertId()
	show(title, fmt.Sprint(count, " ", key), nil)
}

func query(in executor, title string, statement string, values ...any) {
	rows, err := in.QueryContext(context.Background(), statement, values...)
	if err != nil {
		show(title, nil, err)
		return
	}
	defer rows.Close()
	for more := true; more; more = rows.NextResultSet() {
		types, _ := rows.ColumnTypes()
		var all []string
		for _, each := range types {
			nullable, _ := each.Nullable()
			precision, scale, _ := each.DecimalSize()
			all = append(all, fmt.Sprint(each.Name(), " ", each.DatabaseTypeName(), " ", nullable, " ", precision, " ", scale))
		}
		for rows.Next() {
			found := make([]any, len(types))
			targets := make([]any, len(types))
			for i := range found {
				targets[i] = &found[i]
			}
			if err := rows.Scan(targets...); err != nil {
				show(title, nil, err)
				return
			}
			for _, each := range found {
				shown := fmt.Sprintf("%T %v", each, each)
				if some, ok := each.([]byte); ok {
					shown = fmt.Sprintf("bytes %d %q", len(some), some[:min(60, len(some))])
				}
				all = append(all, shown)
			}
		}
		show(title, strings.Join(all, " | "), rows.Err())
	}
}

func steps(db *sql.DB, connection *sql.Conn) {
	exec(connection, "create", "CREATE TABLE t_order (order_id BIGINT NOT NULL, user_id BIGINT NOT NULL, vc VARCHAR(50),"+
		" bl LONGBLOB, d DECIMAL(20, 4), dt DATETIME(6), ti TIME(3), da DATE, db DOUBLE, b BIT(8), e CHAR(1),"+
		" i1 TINYINT, u8 BIGINT UNSIGNED, PRIMARY KEY (order_id, user_id))")
	exec(connection, "insert", "INSERT INTO t_order VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", 1, 1, text, content,
		"-123.4567", time.Date(2024, 2, 29, 1, 2, 3, 4000, time.UTC), "-30:00:01.500",
		time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC), 2.5e-300, []byte{5}, "a", -5, uint64(18446744073709551615))
	query(connection, "read", "SELECT * FROM t_order")
	query(connection, "read prepared", "SELECT * FROM t_order WHERE user_id = ?", 1)
	query(connection, "by values", "SELECT order_id FROM t_order WHERE bl = ? AND vc = ?", content, text)
	exec(connection, "nulls", "INSERT INTO t_order (order_id, user_id, vc) VALUES (?, ?, ?)", 2, 2, nil)
	query(connection, "read nulls", "SELECT * FROM t_order WHERE user_id = ?", 2)
	for i := 10; i < 20; i++ {
		exec(connection, "more", "INSERT INTO t_order (order_id, user_id, vc) VALUES (?, ?, ?)", i, i, fmt.Sprint("row ", i))
	}
	exec(connection, "several rows", "INSERT INTO t_order (order_id, user_id) VALUES (30, 1), (31, 2), (32, 3)")
	query(connection, "aggregate", "SELECT COUNT(*), SUM(d), MAX(dt), AVG(order_id) FROM t_order")
	query(connection, "order", "SELECT order_id, vc FROM t_order ORDER BY order_id DESC LIMIT 3 OFFSET 2")
	query(connection, "group", "SELECT vc IS NULL AS n, COUNT(*) AS c FROM t_order GROUP BY vc IS NULL ORDER BY n")
	query(connection, "in", "SELECT order_id FROM t_order WHERE user_id IN (?, ?, ?) ORDER BY order_id", 1, 10, 11)
	exec(connection, "duplicate", "INSERT INTO t_order (order_id, user_id) VALUES (1, 1)")
	exec(connection, "ignored", "INSERT IGNORE INTO t_order (order_id, user_id) VALUES (1, 1), (40, 1)")
	exec(connection, "replace", "REPLACE INTO t_order (order_id, user_id, vc) VALUES (40, 1, 'again')")
	exec(connection, "upsert", "INSERT INTO t_order (order_id, user_id) VALUES (40, 1) ON DUPLICATE KEY UPDATE vc = 'upserted'")
	exec(connection, "update", "UPDATE t_order SET vc = ? WHERE user_id = ?", "z", 10)
	exec(connection, "delete", "DELETE FROM t_order WHERE order_id >= ?", 30)
	exec(connection, "too long", "UPDATE t_order SET vc = REPEAT('x', 60) WHERE user_id = 10")
	exec(connection, "range", "UPDATE t_order SET i1 = 1000 WHERE user_id = 10")
	exec(connection, "syntax", "SELEC")
	query(connection, "syntax prepared", "SELEC ?", 1)
	query(connection, "column", "SELECT nope FROM t_order")
	query(connection, "no rows", "SELECT order_id FROM t_order WHERE user_id = ?", 99)
	query(connection, "literals", "SELECT 1, 1.5, 'x', NULL, TRUE, CAST('2020-01-01' AS DATE)")
	query(connection, "several statements", "SELECT 1 AS a; SELECT 2 AS b")

	for _, end := range []string{"COMMIT", "ROLLBACK"} {
		tx, err := connection.BeginTx(context.Background(), nil)
		show("begin", "", err)
		exec(tx, "insert", "INSERT INTO t_order (order_id, user_id) VALUES (50, 50)")
		query(tx, "within", "SELECT COUNT(*) FROM t_order WHERE user_id = ?", 50)
		exec(tx, "savepoint", "SAVEPOINT a")
		exec(tx, "delete", "DELETE FROM t_order WHERE user_id = ?", 10)
		exec(tx, "back", "ROLLBACK TO a")
		if end == "COMMIT" {
			show("commit", "", tx.Commit())
		} else {
			show("rollback", "", tx.Rollback())
		}
		query(connection, "after it", "SELECT COUNT(*), MAX(order_id) FROM t_order")
		exec(connection, "delete", "DELETE FROM t_order WHERE user_id = 50")
	}
	tx, err := connection.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelReadCommitted})
	show("begin read only", "", err)
	if err == nil {
		exec(tx, "write", "INSERT INTO t_order (order_id, user_id) VALUES (60, 60)")
		show("rollback", "", tx.Rollback())
	}

	statement, err := connection.PrepareContext(context.Background(), "SELECT vc FROM t_order WHERE user_id = ?")
	show("prepare", "", err)
	for _, id := range []int{1, 11, 12, 99} {
		var found sql.NullString
		err := statement.QueryRow(id).Scan(&found)
		if err == sql.ErrNoRows {
			show("reuse", "none", nil)
		} else {
			show("reuse", found, err)
		}
	}
	show("close", "", statement.Close())
	exec(connection, "large", "UPDATE t_order SET bl = ? WHERE user_id = 10", large)
	query(connection, "large length", "SELECT LENGTH(bl) FROM t_order WHERE user_id = 10")
	var read []byte
	err = connection.QueryRowContext(context.Background(), "SELECT bl FROM t_order WHERE user_id = ?", 10).Scan(&read)
	show("large read", bytes.Equal(read, large), err)

	exec(connection, "clear", "DELETE FROM t_order")
	mysql.RegisterReaderHandler("rows", func() io.Reader { return strings.NewReader("1\t1\tü\n2\t2\t\\N\n1\t1\n") })
	exec(connection, "load", "LOAD DATA LOCAL INFILE 'Reader::rows' INTO TABLE t_order (order_id, user_id, vc)")
	query(connection, "loaded", "SELECT order_id, vc FROM t_order ORDER BY order_id")
	limited, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	show("ping", "", connection.PingContext(limited))
	cancel()
	query(connection, "variable", "SELECT @@autocommit, DATABASE() IS NOT NULL")
	exec(connection, "drop", "DROP TABLE t_order")
}

func main() {
	for _, settings := range []string{
		"", "&interpolateParams=true", "&compress=true", "&parseTime=true&clientFoundRows=true", "&columnsWithAlias=true"} {
		db, err := sql.Open("mysql", fmt.Sprintf("%s:%s@tcp(%s:%s)/%s?multiStatements=true&maxAllowedPacket=0%s",
			os.Args[3], os.Args[4], os.Args[1], os.Args[2], os.Args[5], settings))
		if err == nil {
			var connection *sql.Conn
			connection, err = db.Conn(context.Background())
			if err == nil {
				steps(db, connection)
				connection.Close()
			}
		}
		show("settings "+settings, "", err)
		db.Close()
	}
}

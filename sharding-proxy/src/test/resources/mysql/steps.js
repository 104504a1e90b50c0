// Steps of mysql2, each a line of what it saw: node steps.js HOST PORT USER PASSWORD DATABASE
const mysql = require('mysql2/promise');
const [host, port, user, password, database] = process.argv.slice(2);

const TEXT = 'it\'s ü 🙂 \\ " %';
const BYTES = Buffer.from(Array.from({length: 10240}, (_, i) => i % 256));
const LARGE = Buffer.alloc(6000000, 'ÿx');

const shown = value => JSON.stringify(value, (key, each) =>
    each && each.type === 'Buffer' ? 'bytes ' + each.data.length + ' ' + each.data.slice(0, 40) : each);

async function show(title, step) {
    try {
        console.log('==', title, shown(await step()));
    } catch (e) {
        const text = String(e.message).replace(/ \(data source ds_[01]\)/, '').replace(/t_order_[01]/, 't_order')
            .replace(/at row \d+/, 'at a row');
        console.log('==', title, e.errno, e.sqlState, text);
    }
}

async function steps(connection, how) {
    const run = async (sql, values) => {
        const [rows, fields] = await connection[how](sql, values);
        return fields ? [rows, fields.map(each => [each.name, each.columnType])] : [
            rows.affectedRows, rows.insertId, rows.warningStatus];
    };
    await show('create', () => run('CREATE TABLE t_order (order_id BIGINT NOT NULL, user_id BIGINT NOT NULL,'
        + ' vc VARCHAR(50), bl LONGBLOB, d DECIMAL(20, 4), dt DATETIME(6), ti TIME(3), da DATE, f FLOAT, db DOUBLE,'
        + ' b BIT(8), e ENUM(\'a\', \'b\'), js JSON, i1 TINYINT, u8 BIGINT UNSIGNED,'
        + ' PRIMARY KEY (order_id, user_id))'));
    await show('insert', () => run('INSERT INTO t_order VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
        1, 1, TEXT, BYTES, '-123.4567', '2024-02-29 01:02:03.000004', '-30:00:01.500', '1999-12-31', 1.5, 2.5e-300,
        Buffer.from([5]), 'a', '{"x": 1}', -5, '18446744073709551615']));
    await show('read', () => run('SELECT order_id, user_id, vc, bl, d, dt, ti, da, db, b, e, i1, u8 FROM t_order'));
    await show('by values', () => run('SELECT order_id FROM t_order WHERE bl = ? AND vc = ?', [BYTES, TEXT]));
    await show('nulls', () => run('INSERT INTO t_order (order_id, user_id) VALUES (?, ?)', [2, 2]));
    await show('read nulls', () => run('SELECT order_id, vc, bl, d, dt, f, b, i1 FROM t_order WHERE user_id = ?', [2]));
    for (let i = 10; i < 20; i++) {
        await show('more', () => run('INSERT INTO t_order (order_id, user_id, vc) VALUES (?, ?, ?)', [i, i, 'row ' + i]));
    }
    await show('several rows', () => run('INSERT INTO t_order (order_id, user_id) VALUES (30, 1), (31, 2), (32, 3)'));
    await show('aggregate', () => run('SELECT COUNT(*), SUM(d), MAX(dt), AVG(order_id) FROM t_order'));
    await show('order', () => run('SELECT order_id, vc FROM t_order ORDER BY order_id DESC LIMIT 3 OFFSET 2'));
    await show('group', () => run('SELECT vc IS NULL AS n, COUNT(*) AS c FROM t_order GROUP BY vc IS NULL ORDER BY n'));
    await show('in', () => run('SELECT order_id FROM t_order WHERE user_id IN (?, ?, ?) ORDER BY order_id', [1, 10, 11]));
    await show('duplicate', () => run('INSERT INTO t_order (order_id, user_id) VALUES (1, 1)'));
    await show('ignored', () => run('INSERT IGNORE INTO t_order (order_id, user_id) VALUES (1, 1), (40, 1)'));
    await show('replace', () => run('REPLACE INTO t_order (order_id, user_id, vc) VALUES (40, 1, \'again\')'));
    await show('upsert', () => run(
        'INSERT INTO t_order (order_id, user_id) VALUES (40, 1) ON DUPLICATE KEY UPDATE vc = \'upserted\''));
    await show('update', () => run('UPDATE t_order SET vc = ? WHERE user_id = ?', ['z', 10]));
    await show('delete', () => run('DELETE FROM t_order WHERE order_id >= ?', [30]));
    await show('too long', () => run('UPDATE t_order SET vc = REPEAT(\'x\', 60) WHERE user_id = 10'));
    await show('range', () => run('UPDATE t_order SET i1 = 1000 WHERE user_id = 10'));
    await show('syntax', () => run('SELEC'));
    await show('column', () => run('SELECT nope FROM t_order'));
    await show('no rows', () => run('SELECT order_id FROM t_order WHERE user_id = 99'));
    await show('literals', () => run('SELECT 1, 1.5, \'x\', NULL, TRUE, CAST(\'2020-01-01\' AS DATE)'));
    await show('begin', () => connection.beginTransaction());
    await show('insert', () => run('INSERT INTO t_order (order_id, user_id) VALUES (50, 50)'));
    await show('rollback', () => connection.rollback());
    await show('count', () => run('SELECT COUNT(*) FROM t_order'));
    await show('begin', () => connection.beginTransaction());
    await show('insert', () => run('INSERT INTO t_order (order_id, user_id) VALUES (51, 51)'));
    await show('savepoint', () => connection.query('SAVEPOINT a'));
    await show('insert', () => run('INSERT INTO t_order (order_id, user_id) VALUES (52, 52)'));
    await show('back', () => connection.query('ROLLBACK TO a'));
    await show('commit', () => connection.commit());
    await show('after it', () => run('SELECT order_id FROM t_order WHERE order_id >= 50'));
    await show('large', () => run('UPDATE t_order SET bl = ? WHERE user_id = 10', [LARGE]));
    await show('large length', () => run('SELECT LENGTH(bl) FROM t_order WHERE user_id = 10'));
    await show('large read', async () => {
        const [rows] = await connection[how]('SELECT bl FROM t_order WHERE user_id = 10');
        return LARGE.equals(rows[0].bl);
    });
    await show('variable', () => run('SET @a = 5'));
    await show('variable', () => run('SELECT @a'));
    await show('database', () => run('SELECT DATABASE() IS NOT NULL'));
    await show('tables', async () => (await connection.query('SHOW TABLES LIKE \'t_ord%\''))[0].length);
    await show('drop', () => run('DROP TABLE t_order'));
}

async function main() {
    for (const compress of [false, true]) {
        const connection = await mysql.createConnection({
            host, port, user, password, database, compress, multipleStatements: true, dateStrings: true,
            supportBigNumbers: true, bigNumberStrings: true});
        await steps(connection, 'query');
        await steps(connection, 'execute');
        await show('several statements', async () => (await connection.query('SELECT 1 AS a; SELECT 2 AS b'))[0]);
        await show('ping', () => connection.ping());
        await show('database', () => connection.changeUser({user, password, database}).then(() => 'changed'));
        await show('then', async () => (await connection.query('SELECT @a'))[0]);
        await connection.end();
    }
}

main().catch(e => console.log('failed', e));

CREATE TABLE t_order (
    order_id BIGINT NOT NULL PRIMARY KEY,
    user_id INT NOT NULL,
    status VARCHAR(10) NOT NULL
);

CREATE TABLE t_country (
    code CHAR(2) NOT NULL PRIMARY KEY,
    name VARCHAR(20) NOT NULL
);

CREATE TABLE t_setting (
    name VARCHAR(20) NOT NULL PRIMARY KEY,
    content VARCHAR(20)
);

CREATE TABLE t_order (
    order_id BIGINT NOT NULL PRIMARY KEY,
    user_id INT NOT NULL,
    status VARCHAR(10) NOT NULL
);

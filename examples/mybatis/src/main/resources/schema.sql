CREATE TABLE t_order (
    order_id BIGINT NOT NULL PRIMARY KEY,
    user_id INT NOT NULL,
    status VARCHAR(10) NOT NULL,
    amount DECIMAL(10, 2) NOT NULL
);

CREATE TABLE t_order_item (
    item_id BIGINT NOT NULL PRIMARY KEY,
    order_id BIGINT NOT NULL,
    user_id INT NOT NULL,
    product VARCHAR(20) NOT NULL,
    quantity INT NOT NULL,
    version INT NOT NULL
);

ALTER TABLE t_order ADD COLUMN amount DECIMAL(10, 2);

CREATE INDEX idx_order_user ON t_order (user_id);

INSERT INTO t_country (code, name) VALUES ('FR', 'France'), ('PE', 'Peru');
INSERT INTO t_order (user_id, status, amount) VALUES (1, 'NEW', 12.50), (2, 'NEW', 7.50), (3, 'PAID', 9.50);
INSERT INTO t_setting (name, content) VALUES ('theme', 'dark');

-- The references of clause 1.3.1, added when data and keys are in. Left out unless asked for: the specification has the relations hold,
-- not the server check them, the consistency conditions verify the result, and each check costs an index probe for every row written. They have names, so that none is there twice.

ALTER TABLE district ADD CONSTRAINT district_d_w_id_key FOREIGN KEY (d_w_id) REFERENCES warehouse (w_id);
ALTER TABLE customer ADD CONSTRAINT customer_c_d_id_key FOREIGN KEY (c_w_id, c_d_id) REFERENCES district (d_w_id, d_id);
ALTER TABLE history ADD CONSTRAINT history_h_c_id_key FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES customer (c_w_id, c_d_id, c_id);
ALTER TABLE history ADD CONSTRAINT history_h_d_id_key FOREIGN KEY (h_w_id, h_d_id) REFERENCES district (d_w_id, d_id);
ALTER TABLE orders ADD CONSTRAINT orders_o_c_id_key FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES customer (c_w_id, c_d_id, c_id);
ALTER TABLE new_order ADD CONSTRAINT new_order_no_o_id_key FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES orders (o_w_id, o_d_id, o_id);
ALTER TABLE order_line ADD CONSTRAINT order_line_ol_o_id_key FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES orders (o_w_id, o_d_id, o_id);
ALTER TABLE order_line ADD CONSTRAINT order_line_ol_i_id_key FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES stock (s_w_id, s_i_id);
ALTER TABLE stock ADD CONSTRAINT stock_s_w_id_key FOREIGN KEY (s_w_id) REFERENCES warehouse (w_id);
ALTER TABLE stock ADD CONSTRAINT stock_s_i_id_key FOREIGN KEY (s_i_id) REFERENCES item (i_id)

-- Primary keys and the two secondary indexes, built when the data is in. History has no key (clause 1.3.1).
-- The biggest first, so that several connections end at about the same time.

ALTER TABLE order_line ADD PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number);
ALTER TABLE stock ADD PRIMARY KEY (s_w_id, s_i_id);
ALTER TABLE customer ADD PRIMARY KEY (c_w_id, c_d_id, c_id);
ALTER TABLE orders ADD PRIMARY KEY (o_w_id, o_d_id, o_id);
-- Customers by last name, in the order in which the middle one is looked for (clauses 2.5.2.2 and 2.6.2.2).
CREATE INDEX customer_by_last_name ON customer (c_w_id, c_d_id, c_last, c_first);
-- A customer's latest order (clause 2.6.2.2).
CREATE INDEX orders_by_customer ON orders (o_w_id, o_d_id, o_c_id, o_id);
ALTER TABLE item ADD PRIMARY KEY (i_id);
ALTER TABLE new_order ADD PRIMARY KEY (no_w_id, no_d_id, no_o_id);
ALTER TABLE district ADD PRIMARY KEY (d_w_id, d_id);
ALTER TABLE warehouse ADD PRIMARY KEY (w_id)

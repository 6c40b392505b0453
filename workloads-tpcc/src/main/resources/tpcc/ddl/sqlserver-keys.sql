-- Clustered primary keys and the two secondary indexes, built when the data is in, which also gathers their statistics over all rows. History
-- has no key (clause 1.3.1). The biggest first, so that several connections end at about the same time; a table and its index in one
-- batch, because building the clustered index would build the other one again.

ALTER TABLE order_line ADD PRIMARY KEY CLUSTERED (ol_w_id, ol_d_id, ol_o_id, ol_number)
GO
ALTER TABLE stock ADD PRIMARY KEY CLUSTERED (s_w_id, s_i_id)
GO
-- Customers by last name, in the order in which the middle one is looked for (clauses 2.5.2.2 and 2.6.2.2).
ALTER TABLE customer ADD PRIMARY KEY CLUSTERED (c_w_id, c_d_id, c_id);
CREATE INDEX customer_by_last_name ON customer (c_w_id, c_d_id, c_last, c_first)
GO
-- A customer's latest order (clause 2.6.2.2).
ALTER TABLE orders ADD PRIMARY KEY CLUSTERED (o_w_id, o_d_id, o_id);
CREATE INDEX orders_by_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)
GO
ALTER TABLE item ADD PRIMARY KEY CLUSTERED (i_id)
GO
ALTER TABLE new_order ADD PRIMARY KEY CLUSTERED (no_w_id, no_d_id, no_o_id)
GO
-- One row a page: every Payment changes the one row of a warehouse, and sessions that change neighbours would wait for the latch of their
-- page. A page of which 1 % may be filled, 81 bytes, has room for one row of 100 bytes and more. Published TPC-C results of SQL Server
-- do it by this fill factor, HammerDB by a column that pads; the fill factor leaves the specification's columns as they are. Nothing is
-- inserted later, so it stays so. 88 kB a warehouse.
ALTER TABLE district ADD PRIMARY KEY CLUSTERED (d_w_id, d_id) WITH (FILLFACTOR = 1)
GO
ALTER TABLE warehouse ADD PRIMARY KEY CLUSTERED (w_id) WITH (FILLFACTOR = 1)
GO

-- The two secondary indexes, built when the data is in, one after the other; the primary keys are there already.

-- Customers by last name, in the order in which the middle one is looked for (clauses 2.5.2.2 and 2.6.2.2).
CREATE INDEX customer_by_last_name ON customer ((c_w_id, c_d_id) HASH, c_last ASC, c_first ASC, c_id ASC)
    SPLIT INTO ${tablets} TABLETS;
-- A customer's latest order (clause 2.6.2.2).
CREATE INDEX orders_by_customer ON orders ((o_w_id, o_d_id) HASH, o_c_id ASC, o_id DESC)
    SPLIT INTO ${tablets} TABLETS

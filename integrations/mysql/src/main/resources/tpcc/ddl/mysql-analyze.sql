-- Statistics for the optimizer.

ANALYZE TABLE warehouse, district, customer, history, new_order, orders, order_line, item, stock

-- Those that refer to others first.

DROP TABLE IF EXISTS history, new_order, order_line, orders, customer, stock, item, district, warehouse

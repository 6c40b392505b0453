-- Statistics for the planner, the biggest tables first.

ANALYZE order_line;
ANALYZE stock;
ANALYZE customer;
ANALYZE orders;
ANALYZE history;
ANALYZE item;
ANALYZE new_order;
ANALYZE district;
ANALYZE warehouse

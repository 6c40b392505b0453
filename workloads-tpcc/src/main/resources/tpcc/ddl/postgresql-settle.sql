-- What the server would otherwise do by itself within a minute of the load, in the middle of a measurement: note which rows everybody can
-- see.

VACUUM order_line;
VACUUM stock;
VACUUM customer;
VACUUM orders;
VACUUM history;
VACUUM item;
VACUUM new_order;
VACUUM district;
VACUUM warehouse

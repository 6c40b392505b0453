-- By their parameters: a user may have functions of the same names with others.

DROP FUNCTION IF EXISTS insert_delete_insert(bigint, integer, integer, timestamp, timestamp, numeric, numeric, varchar, varchar, varchar, bytea);
DROP FUNCTION IF EXISTS insert_delete_delete(bigint);

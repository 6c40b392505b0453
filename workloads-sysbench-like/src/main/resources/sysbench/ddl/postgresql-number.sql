-- The next id is the one after those that were loaded.

SELECT setval(pg_get_serial_sequence('sbtest${n}', 'id'), max(id)) FROM sbtest${n}

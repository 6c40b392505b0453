-- What is asked about a data set, in SQL that most products understand. ${n} is the number of the table, from 1.

-- name: MAX_ID
-- By the primary key, so it costs no more for a big table.
SELECT MAX(id) FROM sbtest${n}

-- name: MAX_K
-- By the index on k; not asked of tables without one.
SELECT MAX(k) FROM sbtest${n}

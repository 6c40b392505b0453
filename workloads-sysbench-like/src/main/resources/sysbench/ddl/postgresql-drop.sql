-- Fails rather than take along what others made to depend on it.

DROP TABLE IF EXISTS sbtest${n}

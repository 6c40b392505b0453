-- The next id is the one after those that were loaded.
ALTER TABLE sbtest${n} ALTER COLUMN id RESTART WITH (SELECT MAX(id) + 1 FROM sbtest${n})

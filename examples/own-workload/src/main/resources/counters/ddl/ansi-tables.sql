-- For every product; a file postgresql-tables.sql beside this one would be taken on PostgreSQL instead.

CREATE TABLE counters (
    id    integer NOT NULL PRIMARY KEY,
    total bigint  NOT NULL
)

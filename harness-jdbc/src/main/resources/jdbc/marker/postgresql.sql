-- The marker of data sets, for PostgreSQL and its relatives. Who loads a range keeps that range's row of dbharness_part locked meanwhile;
-- who makes tables, keys or indexes keeps the workload's row of dbharness_dataset locked.

-- name: CREATE_TABLE
-- Behind a schema that the address asks for by currentSchema and that is not there yet.
DO $$
BEGIN
    IF current_schema() IS NULL AND current_setting('search_path') NOT LIKE '"$user"%' THEN
        EXECUTE 'CREATE SCHEMA IF NOT EXISTS ' || split_part(current_setting('search_path'), ',', 1);
    END IF;
END
$$;
CREATE TABLE IF NOT EXISTS dbharness_dataset (
    workload     varchar(40)  PRIMARY KEY,
    scale        varchar(200) NOT NULL,
    load_seed    bigint       NOT NULL,
    constants    varchar(200) NOT NULL,
    state        varchar(8)   NOT NULL,
    loaded_at    timestamp    NOT NULL,
    tool_version varchar(40)  NOT NULL
)

-- name: PARTS_CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_part (
    workload varchar(40) NOT NULL,
    part     varchar(60) NOT NULL,
    PRIMARY KEY (workload, part)
)

-- name: OBSTACLES
-- One row for each reason why this account cannot write here, or cannot make tables: which of the two, and what mends it. Row locks need the right to
-- update. Behind a schema that the address asks for and that is not there yet, the database's right counts.
SELECT 'write' AS need, 'it is a standby; connect to the primary' AS mend
WHERE pg_is_in_recovery()
UNION ALL
SELECT 'write', 'its sessions are read-only; run ALTER ROLE ' || quote_ident(current_user) || ' SET default_transaction_read_only = off'
WHERE current_setting('transaction_read_only') = 'on' AND NOT pg_is_in_recovery()
UNION ALL
SELECT 'write', 'this account may not change the marker; run as its owner: GRANT SELECT, INSERT, UPDATE, DELETE ON dbharness_dataset, dbharness_part TO ' || quote_ident(current_user)
WHERE NOT (
    coalesce(has_table_privilege(to_regclass('dbharness_dataset'), 'SELECT'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_dataset'), 'INSERT'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_dataset'), 'UPDATE'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_dataset'), 'DELETE'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_part'), 'SELECT'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_part'), 'INSERT'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_part'), 'UPDATE'), true)
    AND coalesce(has_table_privilege(to_regclass('dbharness_part'), 'DELETE'), true))
UNION ALL
SELECT 'write', 'row-level security is on; run ALTER TABLE ' || c.relname || ' DISABLE ROW LEVEL SECURITY, or ALTER ROLE ' || quote_ident(current_user)
    || ' BYPASSRLS'
FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_roles r ON r.rolname = current_user
WHERE c.oid IN (to_regclass('dbharness_dataset'), to_regclass('dbharness_part'))
    AND c.relrowsecurity
    AND NOT r.rolsuper
    AND NOT r.rolbypassrls
    AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE'))
UNION ALL
SELECT 'create', 'no schema of the search path is there; name one in the address, ?currentSchema=NAME, or have one made: CREATE SCHEMA public AUTHORIZATION '
    || quote_ident(current_user)
WHERE current_schema() IS NULL AND current_setting('search_path') LIKE '"$user"%'
UNION ALL
SELECT 'create', 'this account may not make the schema; run as the owner of the database: GRANT CREATE ON DATABASE ' || quote_ident(current_database()) || ' TO ' || quote_ident(current_user)
WHERE current_schema() IS NULL
    AND current_setting('search_path') NOT LIKE '"$user"%'
    AND NOT has_database_privilege(current_database(), 'CREATE')
UNION ALL
SELECT 'create', 'this account may not make tables; run as the owner of the schema: GRANT CREATE ON SCHEMA ' || quote_ident(current_schema()) || ' TO ' || quote_ident(current_user)
WHERE NOT has_schema_privilege(current_schema(), 'CREATE')

-- name: LOCK
-- Waits until nobody else has it.
SELECT workload
FROM dbharness_dataset
WHERE workload = ?
FOR UPDATE

-- name: PROBE
-- No row when somebody holds the lock; those who only probe do not hinder each other.
SELECT workload
FROM dbharness_dataset
WHERE workload = ?
FOR SHARE SKIP LOCKED

-- name: PART_LOCK
-- Parameters: workload, name. No row when somebody has it.
SELECT part
FROM dbharness_part
WHERE workload = ? AND part = ?
FOR UPDATE SKIP LOCKED

-- name: PARTS_PROBE
-- The ranges that nobody is loading.
SELECT part
FROM dbharness_part
WHERE workload = ? AND part LIKE 'range %'
FOR SHARE SKIP LOCKED

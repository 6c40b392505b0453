-- What a command needs of PostgreSQL and its relatives.

-- name: OBSTACLES
-- One row for each reason why this account cannot write here, or cannot make tables: which of the two, the reason, and what mends it. Row locks need the right to
-- update. Behind a schema that the address asks for and that is not there yet, the database's right counts.
SELECT 'write' AS need, 'it is a standby' AS found, 'connect to the primary' AS mend
WHERE pg_is_in_recovery()
UNION ALL
SELECT 'write', 'its sessions are read-only', 'run ALTER ROLE ' || quote_ident(current_user) || ' SET default_transaction_read_only = off'
WHERE current_setting('transaction_read_only') = 'on' AND NOT pg_is_in_recovery()
UNION ALL
SELECT 'write', 'this account may not change the marker', 'run as its owner: GRANT SELECT, INSERT, UPDATE, DELETE ON dbharness_dataset, dbharness_part TO ' || quote_ident(current_user)
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
SELECT 'write', 'row-level security is on', 'run ALTER TABLE ' || c.relname || ' DISABLE ROW LEVEL SECURITY, or ALTER ROLE ' || quote_ident(current_user)
    || ' BYPASSRLS'
FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_roles r ON r.rolname = current_user
WHERE c.oid IN (to_regclass('dbharness_dataset'), to_regclass('dbharness_part'))
    AND c.relrowsecurity
    AND NOT r.rolsuper
    AND NOT r.rolbypassrls
    AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE'))
UNION ALL
SELECT 'create', 'no schema of the search path is there', 'name one in the address, ?currentSchema=NAME, or have one made: CREATE SCHEMA public AUTHORIZATION '
    || quote_ident(current_user)
WHERE current_schema() IS NULL AND current_setting('search_path') LIKE '"$user"%'
UNION ALL
SELECT 'create', 'this account may not make the schema', 'run as the owner of the database: GRANT CREATE ON DATABASE ' || quote_ident(current_database()) || ' TO ' || quote_ident(current_user)
WHERE current_schema() IS NULL
    AND current_setting('search_path') NOT LIKE '"$user"%'
    AND NOT has_database_privilege(current_database(), 'CREATE')
UNION ALL
SELECT 'create', 'this account may not make tables', 'run as the owner of the schema: GRANT CREATE ON SCHEMA ' || quote_ident(current_schema()) || ' TO ' || quote_ident(current_user)
WHERE NOT has_schema_privilege(current_schema(), 'CREATE')

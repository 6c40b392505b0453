-- Limits and timeouts of PostgreSQL and its relatives, compared with the needs of a command.

-- name: LIMITS
-- Parameter: connections. Superusers are exempt from reserved connections and from the limits of roles and databases.
WITH account AS (
    SELECT r.rolname, r.rolsuper, CAST(? AS bigint) AS needed, quote_ident(r.rolname) AS role_name, quote_ident(d.datname) AS database_name,
        CAST(current_setting('max_connections') AS bigint) - CASE WHEN r.rolsuper THEN 0 ELSE (
            SELECT sum(CAST(setting AS bigint))
            FROM pg_catalog.pg_settings
            WHERE name IN ('superuser_reserved_connections', 'reserved_connections')) END AS by_server,
        CASE WHEN r.rolsuper OR r.rolconnlimit < 0 THEN NULL ELSE r.rolconnlimit END AS by_role,
        CASE WHEN r.rolsuper OR d.datconnlimit < 0 THEN NULL ELSE d.datconnlimit END AS by_database,
        (SELECT count(*)
        FROM pg_catalog.pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS used
    FROM pg_catalog.pg_roles r, pg_catalog.pg_database d
    WHERE r.rolname = current_user AND d.datname = current_database()
), connections AS (
    SELECT *, least(by_server, by_role, by_database) AS most
    FROM account
), timeouts AS (
    SELECT name, current_setting(name) AS value
    FROM pg_catalog.pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')
        AND setting <> '0'
)
SELECT 'role' AS what, rolname || CASE WHEN rolsuper THEN ', superuser' ELSE '' END AS found, '' AS needed, 'OK' AS verdict, '' AS mend
FROM account
UNION ALL
SELECT 'replication', CASE
        WHEN pg_is_in_recovery() THEN 'standby'
        WHEN current_setting('synchronous_standby_names') <> '' THEN 'primary, commits wait for standbys'
        ELSE 'primary'
    END, '', 'OK', ''
UNION ALL
SELECT 'connections', most || ' at most, ' || used || ' in use', CAST(needed AS text), CASE
        WHEN needed > most THEN 'REFUSED'
        WHEN needed + used > most THEN 'CAUTION'
        ELSE 'OK'
    END, CASE
        WHEN needed > most AND most = by_role THEN 'run ALTER ROLE ' || role_name || ' CONNECTION LIMIT ' || needed
        WHEN needed > most AND most = by_database THEN 'run ALTER DATABASE ' || database_name || ' CONNECTION LIMIT ' || needed
        WHEN needed > most THEN 'lower --connections, or run ALTER SYSTEM SET max_connections = ' || needed + 10 || ' and restart the server'
        WHEN needed + used > most THEN 'end other sessions, or lower --connections'
        ELSE ''
    END
FROM connections
UNION ALL
SELECT name, value, '0', 'CAUTION', 'run ALTER ROLE ' || role_name || ' SET ' || name || ' = 0'
FROM timeouts, account
UNION ALL
SELECT 'timeouts', 'none', '', 'OK', ''
WHERE NOT EXISTS (SELECT 1 FROM timeouts)

-- Limits, timeouts and settings of PostgreSQL and its relatives, compared with the needs of a command.

-- name: LIMITS
-- Parameter: connections. Superusers are exempt from reserved connections and from the limits of roles and databases. The driver and the
-- harness override some settings of a role or a database; they are listed anyway. A commit that waits for a standby that is not connected
-- waits for ever.
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
), others AS (
    SELECT replace(entry, '=', ' = ') AS what
    FROM pg_catalog.pg_db_role_setting
        CROSS JOIN LATERAL unnest(setconfig) AS entry
    WHERE setrole IN (0, (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user))
        AND setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()))
        AND split_part(entry, '=', 1) NOT IN (SELECT name FROM timeouts)
    UNION ALL
    SELECT name || ' = ' || reset_val
    FROM pg_catalog.pg_settings
    WHERE name IN ('default_transaction_isolation', 'row_security', 'standard_conforming_strings')
        AND source NOT IN ('database', 'user', 'database user')
        AND reset_val <> boot_val
    UNION ALL
    SELECT 'no right to make temporary tables'
    WHERE NOT has_database_privilege(current_database(), 'TEMPORARY')
    UNION ALL
    SELECT 'server_encoding = ' || current_setting('server_encoding')
    WHERE current_setting('server_encoding') <> 'UTF8'
), replication AS (
    SELECT current_setting('synchronous_standby_names') AS standbys,
        current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS waits,
        NOT EXISTS (SELECT 1 FROM pg_catalog.pg_stat_replication) AS alone
)
SELECT 'role' AS what, rolname || CASE WHEN rolsuper THEN ', superuser' ELSE '' END AS found, '' AS needed, 'OK' AS verdict, '' AS mend
FROM account
UNION ALL
SELECT 'replication', CASE
        WHEN pg_is_in_recovery() THEN 'standby'
        WHEN waits AND alone THEN 'primary; each commit waits for ever, because no standby of ' || standbys || ' is connected'
        WHEN standbys <> '' THEN 'primary, commits wait for standbys'
        ELSE 'primary'
    END, '', CASE WHEN waits AND alone AND NOT pg_is_in_recovery() THEN 'REFUSED' ELSE 'OK' END,
    CASE WHEN waits AND alone AND NOT pg_is_in_recovery()
        THEN 'start the standby, or run ALTER SYSTEM SET synchronous_standby_names = '''' and SELECT pg_reload_conf()' ELSE '' END
FROM replication
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
UNION ALL
SELECT 'settings', coalesce((SELECT string_agg(what, ', ' ORDER BY what) FROM others), 'none of the role or the database'), '', 'OK', ''
UNION ALL
SELECT 'extensions', coalesce(
    (SELECT string_agg(extname || ' ' || extversion, ', ' ORDER BY extname) FROM pg_catalog.pg_extension WHERE extname <> 'plpgsql'), 'none'), '', 'OK', ''

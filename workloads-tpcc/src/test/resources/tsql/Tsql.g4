/*
 * The part of T-SQL that the files of this project may use: what SQL Server 2019 and Azure SQL have in common, after the syntax diagrams
 * of the Transact-SQL reference. What is not here is not allowed: no MERGE, no WITH before a statement, no CREATE OR ALTER,
 * no ALTER DATABASE, and an OUTPUT clause qualifies each column.
 */
grammar Tsql;

options { caseInsensitive = true; }

batch: statement+ EOF;

statement
    : select ';'?
    | insert ';'?
    | update ';'?
    | delete ';'?
    | declaration ';'?
    | SET (NOCOUNT | XACT_ABORT) ON ';'?
    | SET VARIABLE '=' expression ';'?
    | IF condition statement (ELSE statement)?
    | WHILE condition statement
    | BEGIN statement+ END ';'?
    | BEGIN TRY statement+ END TRY ';'? BEGIN CATCH statement* END CATCH ';'?
    | (BEGIN | COMMIT | ROLLBACK) TRANSACTION ';'?
    | COMMIT ';'?
    | (EXECUTE | EXEC) '(' expression ')' ';'?
    | UPDATE STATISTICS ID ';'?
    | (EXECUTE | EXEC) (VARIABLE '=')? ID (argument (',' argument)*)? ';'?
    | PRINT expression ';'?
    | CHECKPOINT ';'?
    | definition ';'?
    ;

argument: (VARIABLE '=')? expression;

declaration
    : DECLARE variable (',' variable)*
    | DECLARE VARIABLE TABLE '(' column (',' column)* (',' PRIMARY KEY names)? ')'
    ;

variable: VARIABLE type ('=' expression)?;

definition
    : CREATE TABLE ID '(' column (',' column)* (',' PRIMARY KEY names)? ')'
    | CREATE INDEX ID ON ID names
    | CREATE VIEW ID AS select
    | CREATE PROCEDURE ID (parameter (',' parameter)*)? AS BEGIN statement+ END
    | CREATE SEQUENCE ID AS type START WITH NUMBER
    | ALTER TABLE ID ADD PRIMARY KEY CLUSTERED? names (WITH '(' FILLFACTOR '=' NUMBER ')')?
    | ALTER TABLE ID ADD FOREIGN KEY names REFERENCES ID names
    | DROP (TABLE | VIEW | PROCEDURE | SEQUENCE) (IF EXISTS)? ID (',' ID)*
    ;

parameter: VARIABLE type;

column: ID type (NOT? NULL)? (DEFAULT (NUMBER | STRING | '(' ID ID FOR ID ')'))? (PRIMARY KEY)?;

type
    : INT | SMALLINT | BIGINT
    | DECIMAL '(' NUMBER ',' NUMBER ')'
    | (VARCHAR | NVARCHAR | CHAR | DATETIME2 | VARBINARY) '(' NUMBER ')'
    ;

names: '(' ID (',' ID)* ')';

insert: INSERT INTO (ID | VARIABLE) names output? (VALUES row | query);

update: UPDATE ID SET assignment (',' assignment)* output? from? (WHERE condition)? option?;

/* A variable takes the value from before the change, or with a column between the one from after it. */
assignment: ID ('=' | '+=') expression | VARIABLE '=' (ID '=')? expression;

delete: DELETE FROM (ID | VARIABLE) output? from? (WHERE condition)? option?;

option: OPTION '(' FORCE ORDER ',' LOOP JOIN ')';

output: OUTPUT changed (',' changed)* (INTO VARIABLE names)?;

changed
    : (INSERTED | DELETED | ID) '.' ID
    | SUBSTRING '(' changed ',' NUMBER ',' NUMBER ')'
    | CASE (VARIABLE | changed) (WHEN (NUMBER | STRING) THEN changed)+ ELSE (changed | STRING) END
    | CASE WHEN changed LIKE STRING (AND changed LIKE STRING)* THEN STRING ELSE STRING END
    ;

select: query (ORDER BY order (',' order)*)?;

query
    : SELECT DISTINCT? (TOP '(' NUMBER ')')? item (',' item)* from? (WHERE condition)? (GROUP BY expression (',' expression)*)?
      (HAVING condition)? (UNION ALL query)?
    ;

item: VARIABLE '=' expression | expression (AS ID)? ;

order: expression (ASC | DESC)?;

from: FROM source join*;

join
    : (INNER | (LEFT | RIGHT | FULL) OUTER?)? JOIN source ON condition
    | CROSS JOIN source
    ;

source
    : (ID | ID '.' ID) (AS? ID)? hints?
    | ID '.' ID '(' (expression (',' expression)*)? ')' AS ID
    | VARIABLE (AS ID)?
    | '(' (query | (VALUES row (',' row)*)) ')' AS ID names?
    ;

hints: WITH '(' hint (',' hint)* ')';

hint: UPDLOCK | ROWLOCK | READCOMMITTEDLOCK | READPAST | REPEATABLEREAD;

row: '(' expression (',' expression)* ')';

condition
    : NOT condition
    | condition AND condition
    | condition OR condition
    | '(' condition ')'
    | EXISTS '(' query ')'
    | expression ('=' | '<>' | '<' | '<=' | '>' | '>=') expression
    | expression IS NOT? NULL
    | expression NOT? LIKE (STRING | '?')
    | expression NOT? BETWEEN expression AND expression
    | expression NOT? IN (row | '(' query ')')
    ;

expression
    : expression ('*' | '/' | '%') expression
    | expression ('+' | '-') expression
    | '-' expression
    | '(' expression ')'
    | '(' select ')'
    | CASE expression (WHEN expression THEN expression)+ (ELSE expression)? END
    | CASE (WHEN condition THEN expression)+ (ELSE expression)? END
    | CAST '(' expression AS type ')'
    | (COUNT | COUNT_BIG) '(' ('*' | DISTINCT? expression) ')' over?
    | (SUM | MIN | MAX) '(' expression ')' over?
    | ROW_NUMBER '(' ')' over
    | function '(' (expression (',' expression)*)? ')'
    | ID ('.' (ID | OBJECT_ID | SCHEMA_ID))?
    | VARIABLE
    | LOCK_TIMEOUT
    | MAX_CONNECTIONS
    | ROWCOUNT
    | SPID
    | NUMBER
    | STRING
    | NULL
    | '?'
    ;

over: OVER '(' (PARTITION BY expression (',' expression)*)? (ORDER BY order (',' order)*)? ')';

function
    : APPLOCK_TEST | COALESCE | CONCAT | DATABASEPROPERTYEX | DATALENGTH | DATEDIFF_BIG | DB_ID | DB_NAME | ERROR_MESSAGE
    | HAS_PERMS_BY_NAME | IS_SRVROLEMEMBER | LEN | OBJECT_ID | QUOTENAME | SCHEMA_ID | SCHEMA_NAME | SERVERPROPERTY | SUBSTRING
    | SUSER_SNAME | SYSDATETIME | SYSUTCDATETIME | USER_NAME
    ;

ADD: 'ADD';
ALL: 'ALL';
ALTER: 'ALTER';
AND: 'AND';
APPLOCK_TEST: 'APPLOCK_TEST';
AS: 'AS';
ASC: 'ASC';
BEGIN: 'BEGIN';
BETWEEN: 'BETWEEN';
BIGINT: 'BIGINT';
BY: 'BY';
CASE: 'CASE';
CAST: 'CAST';
CATCH: 'CATCH';
CHAR: 'CHAR';
CHECKPOINT: 'CHECKPOINT';
CLUSTERED: 'CLUSTERED';
COALESCE: 'COALESCE';
COMMIT: 'COMMIT';
CONCAT: 'CONCAT';
COUNT: 'COUNT';
COUNT_BIG: 'COUNT_BIG';
CREATE: 'CREATE';
CROSS: 'CROSS';
DATABASEPROPERTYEX: 'DATABASEPROPERTYEX';
DATALENGTH: 'DATALENGTH';
DATEDIFF_BIG: 'DATEDIFF_BIG';
DATETIME2: 'DATETIME2';
DB_ID: 'DB_ID';
DB_NAME: 'DB_NAME';
DECIMAL: 'DECIMAL';
DECLARE: 'DECLARE';
DEFAULT: 'DEFAULT';
DELETE: 'DELETE';
DELETED: 'DELETED';
DESC: 'DESC';
DISTINCT: 'DISTINCT';
DROP: 'DROP';
ELSE: 'ELSE';
END: 'END';
ERROR_MESSAGE: 'ERROR_MESSAGE';
EXEC: 'EXEC';
EXECUTE: 'EXECUTE';
EXISTS: 'EXISTS';
FILLFACTOR: 'FILLFACTOR';
FOR: 'FOR';
FORCE: 'FORCE';
FOREIGN: 'FOREIGN';
FROM: 'FROM';
FULL: 'FULL';
GROUP: 'GROUP';
HAS_PERMS_BY_NAME: 'HAS_PERMS_BY_NAME';
HAVING: 'HAVING';
IF: 'IF';
IN: 'IN';
INDEX: 'INDEX';
INNER: 'INNER';
INSERT: 'INSERT';
INSERTED: 'INSERTED';
INT: 'INT';
INTO: 'INTO';
IS: 'IS';
IS_SRVROLEMEMBER: 'IS_SRVROLEMEMBER';
JOIN: 'JOIN';
KEY: 'KEY';
LEFT: 'LEFT';
LEN: 'LEN';
LIKE: 'LIKE';
LOOP: 'LOOP';
MAX: 'MAX';
MIN: 'MIN';
NOCOUNT: 'NOCOUNT';
NOT: 'NOT';
NULL: 'NULL';
NVARCHAR: 'NVARCHAR';
OBJECT_ID: 'OBJECT_ID';
ON: 'ON';
OPTION: 'OPTION';
OR: 'OR';
ORDER: 'ORDER';
OUTER: 'OUTER';
OUTPUT: 'OUTPUT';
OVER: 'OVER';
PARTITION: 'PARTITION';
PRIMARY: 'PRIMARY';
PRINT: 'PRINT';
PROCEDURE: 'PROCEDURE';
QUOTENAME: 'QUOTENAME';
READCOMMITTEDLOCK: 'READCOMMITTEDLOCK';
READPAST: 'READPAST';
REFERENCES: 'REFERENCES';
REPEATABLEREAD: 'REPEATABLEREAD';
RIGHT: 'RIGHT';
ROLLBACK: 'ROLLBACK';
ROWLOCK: 'ROWLOCK';
ROW_NUMBER: 'ROW_NUMBER';
SCHEMA_ID: 'SCHEMA_ID';
SCHEMA_NAME: 'SCHEMA_NAME';
SELECT: 'SELECT';
SEQUENCE: 'SEQUENCE';
SERVERPROPERTY: 'SERVERPROPERTY';
SET: 'SET';
SMALLINT: 'SMALLINT';
START: 'START';
STATISTICS: 'STATISTICS';
SUBSTRING: 'SUBSTRING';
SUM: 'SUM';
SUSER_SNAME: 'SUSER_SNAME';
SYSDATETIME: 'SYSDATETIME';
SYSUTCDATETIME: 'SYSUTCDATETIME';
TABLE: 'TABLE';
THEN: 'THEN';
TOP: 'TOP';
TRANSACTION: 'TRANSACTION';
TRY: 'TRY';
UNION: 'UNION';
UPDATE: 'UPDATE';
UPDLOCK: 'UPDLOCK';
USER_NAME: 'USER_NAME';
VALUES: 'VALUES';
VARBINARY: 'VARBINARY';
VARCHAR: 'VARCHAR';
VIEW: 'VIEW';
WHEN: 'WHEN';
WHERE: 'WHERE';
WHILE: 'WHILE';
WITH: 'WITH';
XACT_ABORT: 'XACT_ABORT';

/* Reserved words that nothing above uses: none may serve as a name. */
RESERVED
    : 'ANY' | 'AUTHORIZATION' | 'BACKUP' | 'BREAK' | 'BROWSE' | 'BULK' | 'CASCADE' | 'CHECK' | 'CLOSE' | 'COLLATE' | 'COLUMN'
    | 'COMPUTE' | 'CONSTRAINT' | 'CONTAINS' | 'CONTINUE' | 'CONVERT' | 'CURRENT' | 'CURRENT_DATE' | 'CURRENT_TIME' | 'CURRENT_TIMESTAMP'
    | 'CURRENT_USER' | 'CURSOR' | 'DATABASE' | 'DBCC' | 'DEALLOCATE' | 'DENY' | 'DISK' | 'DISTRIBUTED' | 'DOUBLE' | 'DUMP'
    | 'ERRLVL' | 'ESCAPE' | 'EXCEPT' | 'EXIT' | 'EXTERNAL' | 'FETCH' | 'FILE' | 'FREETEXT' | 'FUNCTION' | 'GOTO'
    | 'GRANT' | 'HOLDLOCK' | 'IDENTITY' | 'INTERSECT' | 'KILL' | 'LINENO' | 'LOAD' | 'MERGE' | 'NATIONAL' | 'NONCLUSTERED' | 'NULLIF' | 'OF'
    | 'OFF' | 'OFFSETS' | 'OPEN' | 'PERCENT' | 'PIVOT' | 'PLAN' | 'PRECISION' | 'PROC' | 'PUBLIC' | 'RAISERROR' | 'READ'
    | 'READTEXT' | 'RECONFIGURE' | 'REPLICATION' | 'RESTORE' | 'RESTRICT' | 'RETURN' | 'REVERT' | 'REVOKE' | 'ROWGUIDCOL' | 'RULE'
    | 'SAVE' | 'SCHEMA' | 'SESSION_USER' | 'SETUSER' | 'SHUTDOWN' | 'SOME' | 'SYSTEM_USER' | 'TABLESAMPLE' | 'TEXTSIZE'
    | 'TO' | 'TRAN' | 'TRIGGER' | 'TRUNCATE' | 'UNIQUE' | 'UNPIVOT' | 'USE' | 'USER' | 'VARYING' | 'WAITFOR' | 'WRITETEXT'
    ;

LOCK_TIMEOUT: '@@LOCK_TIMEOUT';
MAX_CONNECTIONS: '@@MAX_CONNECTIONS';
ROWCOUNT: '@@ROWCOUNT';
SPID: '@@SPID';
VARIABLE: '@' [A-Z_] [A-Z0-9_]*;
ID: [A-Z_] [A-Z0-9_]* | '[' [A-Z0-9_.]+ ']';
NUMBER: [0-9]+ ('.' [0-9]+)?;
STRING: 'N'? '\'' (~'\'' | '\'\'')* '\'';
COMMENT: '--' ~[\r\n]* -> skip;
SPACE: [ \t\r\n]+ -> skip;

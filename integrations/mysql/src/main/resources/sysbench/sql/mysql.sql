-- What MariaDB and MySQL need said in another way.

-- name: TOGETHER
-- The server prepares one statement at a time; by this comment the driver sends the text as it is.
/*client prepare*/ ${statements}

SELECT 1;
-- name: READ_ITEMS
SELECT 2;
-- name: READ_ITEM
-- nothing but a comment
-- name: READ_ITEM
SELECT 3;

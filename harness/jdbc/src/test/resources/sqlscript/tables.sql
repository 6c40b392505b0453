-- The tables; with a semicolon in the comment.
CREATE TABLE a (id int);
CREATE TABLE b (id int);

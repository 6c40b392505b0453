-- After the rows, which costs less than with each of them.

ALTER TABLE insert_delete ADD PRIMARY KEY (id);

-- After the rows: bulk copies of several loaders share the lock of a table without a clustered index only.

ALTER TABLE insert_delete ADD PRIMARY KEY CLUSTERED (id);

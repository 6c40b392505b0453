UPDATE STATISTICS insert_delete;

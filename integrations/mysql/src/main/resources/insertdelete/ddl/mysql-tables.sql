CREATE TABLE insert_delete (
    id         bigint         NOT NULL,
    account    int            NOT NULL,
    quantity   int            NOT NULL,
    created_at datetime       NOT NULL,
    due_at     datetime       NOT NULL,
    price      decimal(12, 2) NOT NULL,
    amount     decimal(14, 4) NOT NULL,
    code       varchar(20)    NOT NULL,
    name       varchar(60)    NOT NULL,
    note       varchar(176)   NOT NULL,
    payload    varbinary(250) NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE insert_delete (
    id         bigint         NOT NULL,
    account    integer        NOT NULL,
    quantity   integer        NOT NULL,
    created_at timestamp(0)   NOT NULL,
    due_at     timestamp(0)   NOT NULL,
    price      numeric(12, 2) NOT NULL,
    amount     numeric(14, 4) NOT NULL,
    code       varchar(20)    NOT NULL,
    name       varchar(60)    NOT NULL,
    note       varchar(176)   NOT NULL,
    payload    bytea          NOT NULL
);

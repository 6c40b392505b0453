-- The two procedures. Functions, because one of them answers. The marker has claimed their names, which were free.

CREATE FUNCTION insert_delete_insert(
    p_id bigint, p_account integer, p_quantity integer, p_created_at timestamp, p_due_at timestamp,
    p_price numeric, p_amount numeric, p_code varchar, p_name varchar, p_note varchar, p_payload bytea
) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO insert_delete
        (id, account, quantity, created_at, due_at, price, amount, code, name, note, payload)
    VALUES
        (p_id, p_account, p_quantity, p_created_at, p_due_at, p_price, p_amount, p_code, p_name, p_note, p_payload);
END
$$;

CREATE FUNCTION insert_delete_delete(p_id bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    deleted integer;
BEGIN
    DELETE FROM insert_delete WHERE id = p_id;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
END
$$;

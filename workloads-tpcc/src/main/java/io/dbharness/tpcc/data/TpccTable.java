package io.dbharness.tpcc.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The nine tables: the columns that a load fills, in the order of clause 1.3.1, the key, and other columns by which transactions find rows.
 * Columns that transactions change have a plus sign; those of a Delivery are filled once, and C_DATA changes for bad credit only.
 */
enum TpccTable {
    WAREHOUSE("w_id w_name w_street_1 w_street_2 w_city w_state w_zip w_tax +w_ytd", "w_id"),
    DISTRICT("d_id d_w_id d_name d_street_1 d_street_2 d_city d_state d_zip d_tax +d_ytd +d_next_o_id", "d_w_id d_id"),
    CUSTOMER(
            "c_id c_d_id c_w_id c_first c_middle c_last c_street_1 c_street_2 c_city c_state c_zip c_phone c_since"
                    + " c_credit c_credit_lim c_discount +c_balance +c_ytd_payment +c_payment_cnt +c_delivery_cnt c_data",
            "c_w_id c_d_id c_id",
            "c_w_id c_d_id c_last"),
    HISTORY("h_c_id h_c_d_id h_c_w_id h_d_id h_w_id h_date h_amount h_data"),
    NEW_ORDER("no_o_id no_d_id no_w_id", "no_w_id no_d_id no_o_id"),
    ORDERS(
            "o_id o_d_id o_w_id o_c_id o_entry_d o_carrier_id o_ol_cnt o_all_local",
            "o_w_id o_d_id o_id",
            "o_w_id o_d_id o_c_id"),
    ORDER_LINE(
            "ol_o_id ol_d_id ol_w_id ol_number ol_i_id ol_supply_w_id ol_delivery_d ol_quantity ol_amount"
                    + " ol_dist_info",
            "ol_w_id ol_d_id ol_o_id ol_number"),
    ITEM("i_id i_im_id i_name i_price i_data", "i_id"),
    STOCK(
            "s_i_id s_w_id +s_quantity s_dist_01 s_dist_02 s_dist_03 s_dist_04 s_dist_05 s_dist_06 s_dist_07"
                    + " s_dist_08 s_dist_09 s_dist_10 +s_ytd +s_order_cnt +s_remote_cnt s_data",
            "s_w_id s_i_id");

    private static final String CHANGES = "+";

    private final String columns;

    // Never changed.
    @SuppressWarnings("ImmutableEnumChecker")
    private final String[] keys;

    TpccTable(String columns, String... keys) {
        this.columns = columns;
        this.keys = keys;
    }

    /** Returns the SQL names of all nine tables. */
    static List<String> sqlNames() {
        return Arrays.stream(values()).map(TpccTable::sqlName).toList();
    }

    String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<String> columns() {
        return words(columns.replace(CHANGES, ""));
    }

    /** Returns the leading columns of the required indexes of each table, by its name; the first are its key. */
    static Map<String, List<List<String>>> keysOfAll() {
        return Arrays.stream(values())
                .collect(Collectors.toMap(
                        TpccTable::sqlName,
                        table -> Arrays.stream(table.keys).map(TpccTable::words).toList()));
    }

    /** Returns true if transactions change the column in loaded rows of any table. */
    static boolean changes(String column) {
        return Arrays.stream(values()).anyMatch(table -> words(table.columns).contains(CHANGES + column));
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}

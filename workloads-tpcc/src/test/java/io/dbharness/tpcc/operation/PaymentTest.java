package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.LastName;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput.Account;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@ParameterizedClass
@EnumSource(Mode.class)
@ExtendWith(TpccTestDatabase.Given.class)
class PaymentTest {

    private static final String CUSTOMER =
            "SELECT c_balance, c_ytd_payment, c_payment_cnt, c_data, c_delivery_cnt FROM customer"
                    + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private final Mode mode;
    private final Shop shop;

    PaymentTest(Mode mode, TpccTestDatabase database) {
        this.mode = mode;
        shop = new Shop(database, mode);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void movesTheAmountFromCustomerToDistrictAndWarehouse() throws Exception {
        credit("GC", 2, 4, 101, "good");
        Map<String, Object> before = customer(2, 4, 101);
        BigDecimal warehouse = new BigDecimal(shop.ask("SELECT w_ytd FROM warehouse WHERE w_id = 1"));
        BigDecimal district = new BigDecimal(shop.ask("SELECT d_ytd FROM district WHERE d_w_id = 1 AND d_id = 5"));

        PaymentOutput output = pay(new PaymentInput(1, 5, new CustomerChoice(2, 4, false, 101), 123_456));

        BigDecimal amount = new BigDecimal("1234.56");
        assertThat(customer(2, 4, 101))
                .containsEntry("c_balance", money(before, "c_balance").subtract(amount))
                .containsEntry("c_ytd_payment", money(before, "c_ytd_payment").add(amount))
                .containsEntry("c_payment_cnt", (Integer) before.get("c_payment_cnt") + 1)
                .containsEntry("c_delivery_cnt", before.get("c_delivery_cnt"))
                .containsEntry("c_data", "good");
        assertThat(output.payer().account().balance())
                .isEqualTo(money(before, "c_balance").subtract(amount));
        assertThat(output.payer().account().data()).isEmpty();
        assertThat(shop.ask("SELECT w_ytd FROM warehouse WHERE w_id = 1"))
                .isEqualTo(warehouse.add(amount).toPlainString());
        assertThat(shop.ask("SELECT d_ytd FROM district WHERE d_w_id = 1 AND d_id = 5"))
                .isEqualTo(district.add(amount).toPlainString());
    }

    @Test
    void writesOneHistoryRow() throws Exception {
        int payer = 260 + Mode.words().indexOf(mode.word());

        PaymentOutput output = pay(new PaymentInput(1, 6, new CustomerChoice(2, 7, false, payer), 100));

        assertThat(shop.rows(
                        "SELECT * FROM history WHERE h_c_w_id = 2 AND h_c_d_id = 7 AND h_c_id = ? AND h_w_id = 1",
                        payer))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("h_w_id", 1)
                        .containsEntry("h_d_id", 6)
                        .containsEntry("h_amount", new BigDecimal("1.00"))
                        .containsEntry(
                                "h_data",
                                output.warehouse().name() + "    "
                                        + output.district().name()));
    }

    @Test
    void returnsWhatTheTerminalShows() throws Exception {
        PaymentOutput output = pay(new PaymentInput(1, 6, new CustomerChoice(1, 6, false, 103), 500_000));

        Map<String, Object> row = shop.rows("SELECT * FROM customer WHERE c_w_id = 1 AND c_d_id = 6 AND c_id = 103")
                .get(0);
        PaymentOutput.Payer payer = output.payer();
        assertThat(List.<Object>of(
                        payer.id(),
                        payer.first(),
                        payer.middle(),
                        payer.address().name(),
                        payer.phone()))
                .containsExactly(
                        row.get("c_id"),
                        row.get("c_first"),
                        row.get("c_middle"),
                        row.get("c_last"),
                        row.get("c_phone"));
        Account account = payer.account();
        assertThat(List.<Object>of(account.credit(), account.creditLimit(), account.discount(), account.balance()))
                .containsExactly(
                        row.get("c_credit"), row.get("c_credit_lim"), row.get("c_discount"), row.get("c_balance"));
        assertThat(Timestamp.valueOf(payer.since())).isEqualTo(row.get("c_since"));
        assertThat(payer.address().zip()).isEqualTo(row.get("c_zip"));
        assertThat(output.warehouse().city()).isEqualTo(shop.ask("SELECT w_city FROM warehouse WHERE w_id = 1"));
        assertThat(output.district().street2())
                .isEqualTo(shop.ask("SELECT d_street_2 FROM district WHERE d_w_id = 1 AND d_id = 6"));
    }

    @Test
    void badCreditPushesThePaymentIntoTheData() throws Exception {
        credit("BC", 2, 8, 104, "x".repeat(499) + "y");

        PaymentOutput output = pay(new PaymentInput(1, 9, new CustomerChoice(2, 8, false, 104), 4_210));

        String entry = "104 8 2 9 1 42.10 ";
        assertThat(customer(2, 8, 104).get("c_data")).isEqualTo(entry + "x".repeat(500 - entry.length()));
        assertThat(output.payer().account().data()).isEqualTo(entry + "x".repeat(200 - entry.length()));
    }

    /** Place n / 2 rounded up by first name; the names with 1, 2, 3 and 4 customers are made by hand. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aLastNameMeansTheMiddleCustomerByFirstName(int namesakes) throws Exception {
        int name = 90 + namesakes;
        shop.change(
                "UPDATE customer SET c_last = 'SOMEBODYELSE' WHERE c_w_id = 1 AND c_d_id = 10 AND c_last = ?",
                LastName.of(name));
        for (int n = 1; n <= namesakes; n++) {
            shop.change(
                    "UPDATE customer SET c_last = ?, c_first = ? WHERE c_w_id = 1 AND c_d_id = 10 AND c_id = ?",
                    LastName.of(name),
                    "FIRST" + n,
                    200 + 10 * namesakes - n);
        }

        int middle = (namesakes + 1) / 2;
        int expected = 200 + 10 * namesakes - middle;
        BigDecimal paid = money(customer(1, 10, expected), "c_ytd_payment");

        PaymentOutput output = pay(new PaymentInput(1, 10, new CustomerChoice(1, 10, true, name), 700));

        assertThat(output.payer().first()).isEqualTo("FIRST" + middle);
        assertThat(output.payer().id()).isEqualTo(expected);
        assertThat(money(customer(1, 10, expected), "c_ytd_payment")).isEqualTo(paid.add(new BigDecimal("7.00")));
    }

    @Test
    void aMissingCustomerIsAnErrorThatChangesNothing() {
        String before = shop.ask("SELECT w_ytd FROM warehouse WHERE w_id = 1");

        assertThatThrownBy(() -> pay(new PaymentInput(1, 6, new CustomerChoice(1, 6, false, 3_001), 100)))
                .isInstanceOf(UnexpectedRowsException.class)
                .hasMessageContaining("Payment");
        assertThat(shop.ask("SELECT w_ytd FROM warehouse WHERE w_id = 1")).isEqualTo(before);
    }

    private PaymentOutput pay(PaymentInput input) throws Exception {
        return shop.transactions().payment(shop.session(), input);
    }

    private void credit(String credit, int warehouse, int district, int id, String data) {
        shop.change(
                "UPDATE customer SET c_credit = ?, c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                credit,
                data,
                warehouse,
                district,
                id);
    }

    private Map<String, Object> customer(int warehouse, int district, int id) {
        return shop.rows(CUSTOMER, warehouse, district, id).get(0);
    }

    private static BigDecimal money(Map<String, Object> row, String column) {
        return (BigDecimal) row.get(column);
    }
}

package shop;

import dev.poolfit.junit.Gate;
import dev.poolfit.junit.GateResult;
import org.junit.jupiter.api.Test;

class ShopTest {
    @Test
    @Gate(base = "$SHOP", candidate = "$SHOP")
    void the_shop_is_as_good_as_before(GateResult result) {
        System.out.println(result);
    }

    @Test
    @Gate(base = "echo no database here; exit 7", candidate = "$SHOP")
    void a_base_that_does_not_start_fails_the_test() {
        System.out.println("never printed");
    }
}

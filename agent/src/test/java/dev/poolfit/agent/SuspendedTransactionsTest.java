package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A stack tells that a transaction is suspended for one that begins, and how many there are around it. */
class SuspendedTransactionsTest {
    private static final String TEMPLATE = "org.springframework.transaction.support.TransactionTemplate.execute";
    private static final String ASPECT =
            "org.springframework.transaction.interceptor.TransactionAspectSupport.invokeWithinTransaction";
    private static final String BEGINS =
            "org.springframework.transaction.support.AbstractPlatformTransactionManager.getTransaction";
    private static final String SUSPENDS =
            "org.springframework.transaction.support.AbstractPlatformTransactionManager.handleExistingTransaction";

    private static StackTraceElement[] stack(String... frames) {
        return Arrays.stream(frames)
                .map(each -> new StackTraceElement(
                        each.substring(0, each.lastIndexOf('.')), each.substring(each.lastIndexOf('.') + 1), null, 1))
                .toArray(StackTraceElement[]::new);
    }

    @Test
    void a_first_transaction_suspends_none() {
        assertThat(SuspendedTransactions.suspends(stack(BEGINS, ASPECT, "com.example.Orders.pay")))
                .isFalse();
    }

    @Test
    void a_second_one_suspends_the_first() {
        StackTraceElement[] second =
                stack(SUSPENDS, BEGINS, TEMPLATE, "com.example.Audit.write", ASPECT, "com.example.Orders.pay");

        assertThat(SuspendedTransactions.suspends(second)).isTrue();
        assertThat(SuspendedTransactions.held(second)).isEqualTo(1);
    }

    @Test
    void a_third_one_has_two_around_it() {
        assertThat(SuspendedTransactions.held(stack(
                        SUSPENDS,
                        BEGINS,
                        TEMPLATE,
                        "com.example.Audit.write",
                        TEMPLATE,
                        "com.example.Orders.pay",
                        ASPECT)))
                .isEqualTo(2);
    }
}

package dev.poolfit.demo;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers 503 when no database connection could be had, with one line in the log rather than a stack trace. */
@RestControllerAdvice
class UnavailableAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(UnavailableAdvice.class);

    @ExceptionHandler({CannotCreateTransactionException.class, DataAccessResourceFailureException.class})
    ProblemDetail noConnection(RuntimeException failure) {
        String cause = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
        LOG.warn("{}", cause);
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, cause);
    }
}

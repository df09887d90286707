package dev.poolfit.services.faults;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Looks up who asks, as the filter of a login does, before the request has a route. */
@Component
@ConditionalOnProperty(name = "fault", havingValue = "login")
class LoginFilter extends OncePerRequestFilter {
    private final ItemReader items;

    LoginFilter(ItemReader items) {
        this.items = items;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        items.name(1);
        chain.doFilter(request, response);
    }
}

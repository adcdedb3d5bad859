package dev.muster.api.security;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

/** Where nobody is asked who they are: who proves nothing may do everything. */
final class Everybody implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (ProvenIdentity.current().isEmpty()) {
      SecurityContextHolder.setContext(new SecurityContextImpl(ProvenIdentity.everybody()));
    }
    chain.doFilter(request, response);
  }
}

package dev.muster.api.web;

import dev.muster.api.problems.ProblemException;
import dev.muster.connections.schema.WaitingPool;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses changes while the disk is nearly full, small ones too: those that would still fit are the
 * ones that take the last room from what is under way.
 */
final class RoomForChanges implements HandlerInterceptor {

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

  private final ObjectProvider<WaitingPool> pool;

  RoomForChanges(ObjectProvider<WaitingPool> pool) {
    this.pool = pool;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!READS.contains(request.getMethod())) {
      pool.stream()
          .flatMap(waiting -> waiting.full().stream())
          .findFirst()
          .ifPresent(why -> {
            throw ProblemException.diskFull(why);
          });
    }
    return true;
  }
}

package dev.muster.api.web;

import dev.muster.api.problems.ProblemException;
import dev.muster.connections.schema.WaitingPool;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses changes while the disk is nearly full, small ones too: those that would still fit are the
 * ones that take the last room from what is under way.
 */
final class RoomForChanges implements HandlerInterceptor {

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

  /** Found with the first change: to look them up costs a good part of a small request. */
  private final Supplier<List<WaitingPool>> pools;

  RoomForChanges(ObjectProvider<WaitingPool> pool) {
    this.pools = SingletonSupplier.of(() -> pool.stream().toList());
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!READS.contains(request.getMethod())) {
      pools.get().stream()
          .flatMap(waiting -> waiting.full().stream())
          .findFirst()
          .ifPresent(why -> {
            throw ProblemException.diskFull(why);
          });
    }
    return true;
  }
}

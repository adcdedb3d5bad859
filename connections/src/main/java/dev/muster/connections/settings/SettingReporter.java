package dev.muster.connections.settings;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says in one line which setting kept the process from starting, before Spring says more. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingReporter implements SpringBootExceptionReporter {

  private static final Logger LOG = LoggerFactory.getLogger(SettingReporter.class);

  @Override
  public boolean reportException(Throwable failure) {
    Optional<String> problem = SettingProblem.in(failure);
    problem.ifPresent(line -> LOG.error("Cannot start: {}", line));
    return problem.isPresent();
  }
}

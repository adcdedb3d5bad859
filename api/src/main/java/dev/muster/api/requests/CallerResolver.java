package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.security.ProvenIdentity;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives controllers the {@link Caller}. */
public final class CallerResolver implements HandlerMethodArgumentResolver {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    Optional<ProvenIdentity> proven = ProvenIdentity.current().filter(ProvenIdentity::isNamed);
    if (proven.isPresent()) {
      return new Caller(proven.get().identity().name());
    }
    String name = request.getHeader(Caller.HEADER);
    if (name == null) {
      return Caller.ANONYMOUS;
    }
    return ProblemException.fitting(() -> new Caller(utf8(name)));
  }

  /** Servlets read headers as ISO 8859-1, people write UTF-8. */
  private static String utf8(String header) {
    return new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).strip();
  }
}

package dev.muster.api.security;

import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Sight;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives controllers the {@link Identity} that asks, or its {@link Sight}. */
public final class IdentityResolver implements HandlerMethodArgumentResolver {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    Class<?> type = parameter.getParameterType();
    return type == Identity.class || type == Sight.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    Identity identity =
        ProvenIdentity.current().map(ProvenIdentity::identity).orElseThrow(Unauthenticated::nobody);
    return parameter.getParameterType() == Sight.class ? identity.sight() : identity;
  }
}

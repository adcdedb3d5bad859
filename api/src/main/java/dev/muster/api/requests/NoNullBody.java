package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/** Refuses the body {@code null}: whoever has nothing to say sends no body. */
@ControllerAdvice
public final class NoNullBody extends RequestBodyAdviceAdapter {

  @Override
  public boolean supports(
      MethodParameter parameter, Type target, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public Object afterBodyRead(
      @Nullable Object body,
      HttpInputMessage message,
      MethodParameter parameter,
      Type target,
      Class<? extends HttpMessageConverter<?>> converter) {
    if (body == null) {
      throw ProblemException.badRequest(
          "body: null (expected: a JSON object%s)"
              .formatted(parameter.isOptional() ? ", or no body" : ""));
    }
    return body;
  }
}

package dev.muster.senlin.names;

import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.identity.Sight;
import dev.muster.records.members.ListedNode;
import dev.muster.records.receivers.ReceiverRecord;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Puts Muster's names in the place of what the address has: so it is known on which cluster the
 * request needs its permission, before that is judged. Only what whoever asks may read is found.
 */
public final class SenlinNames implements HandlerInterceptor {

  private final SenlinLookup lookup;

  public SenlinNames(SenlinLookup lookup) {
    this.lookup = lookup;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Optional<Sight> sight = ProvenIdentity.current().map(who -> who.identity().sight());
    // Who proves nothing is refused by whoever judges, and learns nothing here.
    if (sight.isPresent()
        && request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
            instanceof Map<?, ?> given) {
      Map<String, String> names = new HashMap<>();
      given.forEach((name, value) -> names.put(String.valueOf(name), String.valueOf(value)));
      put(names, sight.get());
      request.setAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, names);
    }
    return true;
  }

  private void put(Map<String, String> names, Sight sight) {
    names.computeIfPresent("cluster", (name, text) -> lookup.cluster(text, sight).name().value());
    Optional.ofNullable(names.get("node"))
        .ifPresent(text -> {
          ListedNode node = lookup.node(text, sight);
          names.put("cluster", node.cluster().value());
          names.put("node", node.node().value());
        });
    Optional.ofNullable(names.get("receiver"))
        .ifPresent(text -> {
          ReceiverRecord receiver = lookup.receiver(text, sight);
          names.put("cluster", receiver.key().cluster().value());
          names.put("receiver", receiver.key().name().value());
        });
    names.computeIfPresent("policy", (name, text) -> lookup.policy(text).id().toString());
    names.computeIfPresent("profile", (name, text) -> lookup.profile(text).key().name());
  }
}

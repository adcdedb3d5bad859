package dev.muster.api.security;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a provider's keys are: its discovery document is read each time with them, so that nothing
 * has to be started anew when they move. Nothing is asked before the first token is to be checked.
 */
final class ProviderKeys implements JWKSetSource<SecurityContext> {

  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration READ = Duration.ofSeconds(3);
  private static final int MOST_BYTES = 512 * 1024;

  /** So long keys are believed without asking; who waits for one longer gets none. */
  private static final Duration BELIEVED = Duration.ofMinutes(5);

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Keys that nobody knows make it ask at most twice within this. */
  private static final Duration ASKED_AGAIN = Duration.ofSeconds(30);

  /** While the provider is away its last keys count; but not for ever, as one may have leaked. */
  private static final Duration OUTAGE = Duration.ofHours(24);

  private final String issuer;
  private final ResourceRetriever web;

  private ProviderKeys(String issuer, ResourceRetriever web) {
    this.issuer = issuer;
    this.web = web;
  }

  /** The keys of a provider, kept for five minutes, and for a day while it is away. */
  static JWKSource<SecurityContext> of(String issuer) {
    ResourceRetriever web =
        new DefaultResourceRetriever(
            (int) CONNECT.toMillis(), (int) READ.toMillis(), MOST_BYTES, false);
    return JWKSourceBuilder.create(new ProviderKeys(issuer, web))
        .cache(BELIEVED.toMillis(), PATIENCE.toMillis())
        .refreshAheadCache(false)
        .rateLimited(ASKED_AGAIN.toMillis())
        .outageTolerant(OUTAGE.toMillis())
        .build();
  }

  /**
   * @throws JWKSetUnavailableException in words for who runs Muster
   */
  @Override
  public JWKSet getJWKSet(
      JWKSetCacheRefreshEvaluator refresh, long now, @Nullable SecurityContext context)
      throws JWKSetUnavailableException {
    String discovery = issuer.replaceAll("/+$", "") + "/.well-known/openid-configuration";
    String asked = discovery;
    try {
      Map<String, Object> about = JSONObjectUtils.parse(read(discovery));
      String named = String.valueOf(about.get("issuer"));
      if (!named.equals(issuer)) {
        throw new JWKSetUnavailableException(
            "%s says that the issuer is '%s', not '%s'".formatted(discovery, named, issuer));
      }
      asked = String.valueOf(about.get("jwks_uri"));
      if (!OidcProperties.isSafe(asked)) {
        throw new JWKSetUnavailableException(
            "%s has jwks_uri '%s' (expected: an address with https)".formatted(discovery, asked));
      }
      return JWKSet.parse(read(asked));
    } catch (IOException away) {
      throw new JWKSetUnavailableException(
          "%s does not answer (%s)".formatted(asked, away.getMessage()), away);
    } catch (ParseException | IllegalArgumentException unreadable) {
      throw new JWKSetUnavailableException("%s cannot be read".formatted(asked), unreadable);
    }
  }

  private String read(String address) throws IOException {
    return web.retrieveResource(URI.create(address).toURL()).getContent();
  }

  @Override
  public void close() {
    // Connections are the JDK's own.
  }
}

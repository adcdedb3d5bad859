package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Identity;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.tokens.TokenRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first token. */
final class BootstrapTokenTest {

  @TempDir private Path folder;

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final NewTokens tokens = new NewTokens(records, Clock.systemUTC());

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void isMadeOnceAndForItsOwnerAlone() throws IOException {
    Path file = folder.resolve("data/bootstrap-token");
    bootstrap(file).ensure();
    String first = Files.readString(file);
    bootstrap(file).ensure();

    assertThat(Files.readString(file)).isEqualTo(first);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new");
    TokenRecord known = known(first);
    assertThat(known.identity().grants()).isEqualTo(Identity.everyRole());
    assertThat(known.identity().sight().isAll()).isTrue();
    assertThat(all()).hasSize(1);
  }

  @Test
  void isMadeAnewWhenTheOneThatIsThereCountsNoMore() throws IOException {
    Path file = folder.resolve("bootstrap-token");
    bootstrap(file).ensure();
    String first = Files.readString(file);
    tokens.revoke(known(first).id(), "ada");

    bootstrap(file).ensure();

    assertThat(Files.readString(file)).isNotEqualTo(first);
    assertThat(all()).hasSize(2);
    Files.writeString(file, "something else");
    bootstrap(file).ensure();
    assertThat(AccessToken.read(Files.readString(file).strip())).isPresent();
  }

  private BootstrapToken bootstrap(Path file) {
    return new BootstrapToken(file, records, tokens, Clock.systemUTC());
  }

  private TokenRecord known(String text) {
    return records.tokens().known(AccessToken.read(text.strip()).orElseThrow()).orElseThrow();
  }

  private List<TokenRecord> all() {
    return records.tokens().list(PageRequest.FIRST).items();
  }
}

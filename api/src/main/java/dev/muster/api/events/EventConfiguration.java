package dev.muster.api.events;

import dev.muster.api.runs.RunJson;
import dev.muster.api.runs.RunLookup;
import dev.muster.api.web.HttpProperties;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.changes.Changes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The streams of runs, and events. */
@Configuration(proxyBeanMethods = false)
@Import({EventController.class, ActionEventController.class})
public class EventConfiguration {

  @Bean
  RunFeeds runFeeds(RunLookup runs, DataSource database) {
    DataSource connections = Unpooled.of(database);
    return new RunFeeds(
        run -> runs.find(run).map(EventConfiguration::snapshot),
        consumer -> Changes.listen(connections, consumer));
  }

  @Bean
  Followers followers(HttpProperties http) {
    return new Followers(http.streams());
  }

  @Bean
  StreamsOpen streamsOpen() {
    return new StreamsOpen();
  }

  @Bean
  Gauge followedRuns(RunFeeds feeds, MeterRegistry registry) {
    return Gauge.builder("muster.runs.followed", feeds, RunFeeds::size)
        .description("Runs that somebody follows through this process")
        .register(registry);
  }

  private static RunSource.Snapshot snapshot(RunJson run) {
    return new RunSource.Snapshot(WireFormat.JSON.writeValueAsString(run), run.over());
  }
}

package dev.muster.api.logs;

import dev.muster.api.logs.LogReader.Until;
import dev.muster.api.logs.LogReaders.Wanted;
import dev.muster.api.logs.LogSink.Prefix;
import dev.muster.api.requests.Identified;
import dev.muster.api.runs.RunLookup;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What actions printed. */
@RestController
@Tag(name = "logs")
public final class LogController {

  private static final String FORMS =
      " Text, or server-sent events where the request asks for text/event-stream: `log` has lines"
          + " of one action, each with the offset of its first byte, `end` names the logs that are"
          + " not complete. With follow=true events, unless the request asks for text/plain; a"
          + " comment every 15 seconds. What is too much is left out, and the place says so.";

  private final Records records;
  private final RunLookup runs;
  private final LogReaders readers;

  public LogController(Records records, RunLookup runs, LogReaders readers) {
    this.records = records;
    this.runs = runs;
    this.readers = readers;
  }

  @GetMapping(
      value = "/v1/actions/{id}/log",
      produces = {MediaType.TEXT_PLAIN_VALUE, MediaType.TEXT_EVENT_STREAM_VALUE})
  @Needs(value = Permission.LOGS, where = Where.ACTION)
  @Operation(
      summary = "What an action printed",
      description = "With follow=true until it ends, as it is printed." + FORMS)
  void log(
      @PathVariable String id,
      @RequestParam(defaultValue = "false") boolean follow,
      HttpServletRequest request,
      HttpServletResponse response) {
    ActionId action = new ActionId(Identified.one(records.actions().match(id), "action", id));
    readers.answer(LogsOf.action(records, action), wanted(follow, request, Prefix.NONE), response);
  }

  @GetMapping(
      value = "/v1/runs/{id}/logs",
      produces = {MediaType.TEXT_PLAIN_VALUE, MediaType.TEXT_EVENT_STREAM_VALUE})
  @Needs(value = Permission.LOGS, where = Where.RUN)
  @Operation(
      summary = "What the actions of a run printed",
      description =
          "In text each line stands after its node and step. With follow=true until the run is"
              + " over, as it is printed."
              + FORMS)
  void logs(
      @PathVariable String id,
      @RequestParam(defaultValue = "false") boolean follow,
      HttpServletRequest request,
      HttpServletResponse response) {
    readers.answer(
        LogsOf.run(records, runs.resolve(id)),
        wanted(follow, request, Prefix.NODE_AND_STEP),
        response);
  }

  private static Wanted wanted(boolean follow, HttpServletRequest request, Prefix prefix) {
    return Wanted.of(
        follow ? Until.THE_END : Until.NOW,
        Collections.list(request.getHeaders(HttpHeaders.ACCEPT)),
        prefix);
  }
}

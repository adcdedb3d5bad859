package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a followed plan is shown: as a picture on a terminal, as one line for each change, or as one
 * line of JSON for each.
 */
final class PlanDisplay {
  private final FollowRequest.Output output;
  private final PrintStream out;
  private final PrintStream err;
  private final Optional<Picture> picture;
  private Optional<PlanView> shown = Optional.empty();
  private String last = "";

  private PlanDisplay(
      FollowRequest.Output output, PrintStream out, PrintStream err, Optional<Picture> picture) {
    this.output = output;
    this.out = out;
    this.err = err;
    this.picture = picture;
  }

  static PlanDisplay of(FollowRequest request, PrintStream out, PrintStream err) {
    boolean screen =
        request.output() == FollowRequest.Output.PEOPLE && ScreenDisplay.fits(request.terminal());
    return new PlanDisplay(
        request.output(),
        out,
        err,
        screen
            ? Optional.of(
                new Picture(
                    out,
                    request.terminal(),
                    terminal -> terminal.resized(Map.copyOf(System.getenv()))))
            : Optional.empty());
  }

  synchronized void show(PlanView plan, String json, Instant now) {
    if (output == FollowRequest.Output.JSON) {
      json(json);
    } else if (picture.isPresent()) {
      picture.get().draw(terminal -> PlanPicture.lines(plan, now, terminal));
    } else {
      PlanChanges.between(shown, plan).forEach(change -> line(now, change));
      out.flush();
    }
    shown = Optional.of(plan);
  }

  /** Something about the connection, in one line. */
  synchronized void notice(String text, Instant now) {
    if (output == FollowRequest.Output.JSON) {
      err.println(text);
    } else if (picture.isPresent()) {
      above(picture.get(), text, now);
    } else {
      line(now, text);
      out.flush();
    }
  }

  /** What follows the last picture: not about the plan itself. */
  synchronized void aside(String text) {
    PrintStream to = output == FollowRequest.Output.JSON ? err : out;
    to.println();
    to.println(text);
    to.flush();
  }

  /** The plan is over; the last {@link #show} had its end. */
  synchronized void verdict(PlanView plan, Instant now) {
    if (output == FollowRequest.Output.JSON) {
      return;
    }
    if (picture.isPresent()) {
      out.println();
      out.println(picture.get().terminal().style().paint(Colour.BOLD, Text.clean(plan.headline())));
    } else {
      line(now, plan.headline());
    }
    out.flush();
  }

  synchronized void close() {
    picture.ifPresent(Picture::close);
  }

  private void json(String json) {
    if (!json.equals(last)) {
      out.println(json);
      out.flush();
      last = json;
    }
  }

  private void above(Picture drawn, String text, Instant now) {
    if (!drawn.isOver()) {
      drawn.above(List.of(Text.clean(text)));
      shown.ifPresent(plan -> drawn.draw(terminal -> PlanPicture.lines(plan, now, terminal)));
      out.flush();
    }
  }

  private void line(Instant at, String text) {
    out.println(TimeText.stamp(at) + "  " + Text.clean(text));
  }
}

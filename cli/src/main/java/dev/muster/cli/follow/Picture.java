package dev.muster.cli.follow;

import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Lines on a terminal, drawn over themselves. Each frame is one write: up to the first line of the
 * frame before, then every line followed by "erase to its end", then "erase below".
 */
final class Picture {
  private static final String ERASE_LINE = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  // The size is asked for anew now and then; a signal for it is not to be had portably.
  private static final int FRAMES_PER_SIZE = 8;

  private final PrintStream out;
  private final UnaryOperator<Terminal> measure;
  private Terminal terminal;
  private int drawn;
  private int frames;
  private boolean over;

  Picture(PrintStream out, Terminal terminal, UnaryOperator<Terminal> measure) {
    this.out = out;
    this.terminal = terminal;
    this.measure = measure;
  }

  Terminal terminal() {
    return terminal;
  }

  /** Nothing is drawn any more once it is. */
  boolean isOver() {
    return over;
  }

  /** Draws over what was drawn last; no more lines than the terminal has. */
  void draw(Function<Terminal, List<String>> picture) {
    if (over) {
      return;
    }
    if (++frames % FRAMES_PER_SIZE == 0) {
      terminal = measure.apply(terminal);
    }
    List<String> lines = picture.apply(terminal);
    StringBuilder frame = new StringBuilder(HIDE_CURSOR).append(up());
    lines.forEach(line -> frame.append(line).append(ERASE_LINE).append('\n'));
    out.print(frame.append(ERASE_BELOW));
    out.flush();
    drawn = lines.size();
  }

  /** Writes lines that stay, above the picture, which is to be drawn again. */
  void above(List<String> texts) {
    StringBuilder lines = new StringBuilder(up());
    texts.forEach(text ->
        lines
            .append(Text.fit(text, terminal.width(), terminal.style()))
            .append(ERASE_LINE)
            .append('\n'));
    out.print(lines.append(ERASE_BELOW));
    drawn = 0;
  }

  /** Takes the picture away. */
  void erase() {
    out.print(up() + ERASE_BELOW);
    drawn = 0;
  }

  /** Leaves the terminal as it was found. */
  void close() {
    if (!over) {
      over = true;
      out.print(SHOW_CURSOR);
      out.flush();
    }
  }

  /** To the first column of the first line of what was drawn. */
  private String up() {
    return drawn == 0 ? "\r" : "\r\u001b[" + drawn + "A";
  }
}

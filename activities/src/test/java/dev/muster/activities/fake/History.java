package dev.muster.activities.fake;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Whether the states of a cluster's actions follow from their histories. */
public final class History {

  private static final String ROWS =
      """
      select a.id, a.state, t.from_state, t.to_state, t.why
      from actions a left join action_transitions t on t.action = a.id
      where a.cluster = ? order by a.id, t.seq
      """;

  private History() {}

  /**
   * What is wrong: a state that is not the end of its history, a step that does not begin where the
   * one before ended, or one that the table of the states does not have. What an agent had under a
   * taken id may be in any state.
   */
  public static List<String> problems(DataSource database, ClusterName cluster) {
    List<String> problems = new ArrayList<>();
    Map<String, String> last = new HashMap<>();
    Map<String, String> states = new HashMap<>();
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(ROWS)) {
      statement.setString(1, cluster.value());
      ResultSet rows = statement.executeQuery();
      while (rows.next()) {
        String id = rows.getString(1);
        states.put(id, rows.getString(2));
        String to = Optional.ofNullable(rows.getString(4)).orElse("nothing");
        Optional<String> from = Optional.ofNullable(rows.getString(3));
        Optional<String> before = Optional.ofNullable(last.put(id, to));
        boolean isAdopted = String.valueOf(rows.getString(5)).contains("under this id");
        if (!from.equals(before) || !(from.isEmpty() || isAdopted || may(from.get(), to))) {
          problems.add("%s: %s to %s after %s".formatted(id, from, to, before));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    states.forEach((id, state) -> {
      if (!state.equals(last.get(id))) {
        problems.add("%s is %s, its history ends with %s".formatted(id, state, last.get(id)));
      }
    });
    return problems;
  }

  private static boolean may(String from, String to) {
    return ActionState.valueOf(from).mayBecome(ActionState.valueOf(to));
  }
}

package dev.muster.records.runs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stages' plans, which never change once a run is recorded; so each is read and parsed once, as
 * long as it is in use.
 */
final class StagePlans {

  private static final int KEPT = 4_096;

  private final Sql sql;
  private final Cache<StageKey, StagePlan> kept = Caffeine.newBuilder().maximumSize(KEPT).build();

  StagePlans(Sql sql) {
    this.sql = sql;
  }

  /** One for each key that exists. */
  Map<StageKey, StagePlan> of(Collection<StageKey> keys) {
    Map<StageKey, StagePlan> plans = new HashMap<>(kept.getAllPresent(keys));
    List<StageKey> missing = keys.stream().filter(key -> !plans.containsKey(key)).toList();
    if (!missing.isEmpty()) {
      Map<StageKey, StagePlan> read = read(missing);
      plans.putAll(read);
      keep(read);
    }
    return plans;
  }

  /** Plans that this transaction records. */
  void recorded(RunId run, List<PlannedStage> stages) {
    Map<StageKey, StagePlan> plans = new HashMap<>();
    stages.forEach(stage -> plans.put(new StageKey(run, stage.plan().index()), stage.plan()));
    keep(plans);
  }

  /** What is rolled back may be recorded again under the same id, and be another plan. */
  private void keep(Map<StageKey, StagePlan> plans) {
    sql.whenCommitted(() -> kept.putAll(plans));
  }

  private Map<StageKey, StagePlan> read(List<StageKey> keys) {
    Map<StageKey, StagePlan> plans = new HashMap<>();
    sql.statement(
            """
            select s.run, s.stage, s.plan
            from unnest(:runs, :stages) as k (run, stage)
            join run_stages s on s.run = k.run and s.stage = k.stage
            """)
        .param("runs", ArrayValue.uuids(keys, StageKey::run))
        .param("stages", ArrayValue.integers(keys, StageKey::stage))
        .query(
            Row.mapper(row -> {
              StagePlan plan = row.json("plan", StagePlan.class);
              plans.put(new StageKey(new RunId(row.uuid("run")), row.integer("stage")), plan);
              return plan;
            }))
        .list();
    return plans;
  }
}

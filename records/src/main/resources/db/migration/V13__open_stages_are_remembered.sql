-- Cycles remember the stages in work, too, and read those that changed. They lock none of them: who closes a
-- stage waits until the cycle in hand is over, and a cycle until who closes one has committed
-- (docs/decisions/0037-stages-are-remembered.md).

-- The first half of that lock is here, so that it holds whoever writes; the other one is
-- dev.muster.records.fences.ClusterFences.alone. Both are given back at the end of the transaction.
create or replace function note_cluster_of_stage() returns trigger language plpgsql as $$
begin
  if old.finished_at is distinct from new.finished_at then
    perform pg_advisory_xact_lock_shared(hashtextextended('muster.stages:' || r.cluster, 0))
    from runs r where r.id = old.run;
  end if;
  insert into cluster_changes (cluster, run)
  select r.cluster, r.id from runs r join clusters c on c.name = r.cluster where r.id = old.run;
  return null;
end $$;

drop trigger run_stages_ended on run_stages;
create trigger run_stages_changed after update on run_stages for each row
  when (is_no_cycle() and (old.opened_at, old.finished_at)
    is distinct from (new.opened_at, new.finished_at))
  execute function note_cluster_of_stage();

drop trigger runs_ended on runs;
create trigger runs_changed after update on runs for each row
  when (is_no_cycle()
    and (old.finished_at, old.cancelled_at, old.cancelled_by, old.paused_at, old.paused_by)
    is distinct from (new.finished_at, new.cancelled_at, new.cancelled_by, new.paused_at, new.paused_by))
  execute function note_cluster_of_run();

-- A watch asks which nodes settle: few, of all those in work. Rows that do not settle are not in it.
create index stage_nodes_settling on stage_nodes (run) where settling_since is not null;

-- Who empties a table by hand is noticed, too.
create function note_all_clusters() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster) select name from clusters;
  return null;
end $$;

create trigger actions_emptied after truncate on actions execute function note_all_clusters();
create trigger nodes_emptied after truncate on nodes execute function note_all_clusters();
create trigger stage_nodes_emptied after truncate on stage_nodes execute function note_all_clusters();
create trigger run_stages_emptied after truncate on run_stages execute function note_all_clusters();
create trigger runs_emptied after truncate on runs execute function note_all_clusters();

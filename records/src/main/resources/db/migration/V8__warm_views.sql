-- A worker keeps what it knows of a cluster from one cycle to the next, and reads it anew when somebody
-- else wrote in between (docs/decisions/0026-cost-that-does-not-grow-with-the-stage.md).

-- Of the newest transaction of a cycle. What was kept then is good as long as this is the same.
alter table clusters add column written uuid;

-- That somebody who is not a cycle wrote what cycles read. Rows are only added, so that nobody waits for
-- anybody; the cluster's next cycle takes them away, and reads everything anew.
create table cluster_changes (
  id bigint generated always as identity primary key,
  cluster text collate "C" not null
);
create index cluster_changes_of on cluster_changes (cluster);

-- Cycles say that they are one, and keep account of what they write themselves.
create function is_no_cycle() returns boolean language sql stable as $$
  select current_setting('muster.cycle', true) is distinct from 'on'
$$;

create function note_clusters() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster)
  select name from clusters where name in (select cluster from touched);
  return null;
end $$;

create function note_clusters_of_runs() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster)
  select name from clusters
  where name in (select cluster from runs where id in (select run from touched));
  return null;
end $$;

create function note_cluster_of_run() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster) select name from clusters where name = old.cluster;
  return null;
end $$;

create trigger actions_added after insert on actions
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_clusters();
create trigger actions_changed after update on actions
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_clusters();
create trigger actions_removed after delete on actions
  referencing old table as touched for each statement
  when (is_no_cycle()) execute function note_clusters();

create trigger nodes_added after insert on nodes
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_clusters();
create trigger nodes_changed after update on nodes
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_clusters();
create trigger nodes_removed after delete on nodes
  referencing old table as touched for each statement
  when (is_no_cycle()) execute function note_clusters();

create trigger stage_nodes_added after insert on stage_nodes
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_clusters_of_runs();
create trigger stage_nodes_changed after update on stage_nodes
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_clusters_of_runs();
create trigger stage_nodes_removed after delete on stage_nodes
  referencing old table as touched for each statement
  when (is_no_cycle()) execute function note_clusters_of_runs();

-- Of stages and runs cycles keep only whether they are over or cancelled; everything else of them is read by
-- every cycle. A run's state is written every other second, and must not cost a view each time.
create function note_cluster_of_stage() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster)
  select name from clusters where name in (select cluster from runs where id = old.run);
  return null;
end $$;

create trigger run_stages_ended after update on run_stages for each row
  when (is_no_cycle() and old.finished_at is distinct from new.finished_at)
  execute function note_cluster_of_stage();
create trigger runs_ended after update on runs for each row
  when (is_no_cycle() and (old.finished_at, old.cancelled_at, old.cancelled_by)
    is distinct from (new.finished_at, new.cancelled_at, new.cancelled_by))
  execute function note_cluster_of_run();
create trigger runs_removed after delete on runs for each row
  when (is_no_cycle()) execute function note_cluster_of_run();

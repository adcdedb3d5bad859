-- What was written of one run alone is read anew for this run alone: with many runs of a cluster, each that
-- starts would otherwise make its next cycle read all of them (docs/decisions/0029-many-runs.md).

-- The run whose actions, stages or nodes changed; null is anything of the cluster.
alter table cluster_changes add column run uuid;

create function note_actions() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster, run)
  select distinct t.cluster, t.run from touched t join clusters c on c.name = t.cluster;
  return null;
end $$;

drop trigger actions_added on actions;
drop trigger actions_changed on actions;
drop trigger actions_removed on actions;
create trigger actions_added after insert on actions
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_actions();
create trigger actions_changed after update on actions
  referencing new table as touched for each statement
  when (is_no_cycle()) execute function note_actions();
create trigger actions_removed after delete on actions
  referencing old table as touched for each statement
  when (is_no_cycle()) execute function note_actions();

create or replace function note_clusters_of_runs() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster, run)
  select r.cluster, r.id from runs r join clusters c on c.name = r.cluster
  where r.id in (select run from touched);
  return null;
end $$;

create or replace function note_cluster_of_run() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster, run) select name, old.id from clusters where name = old.cluster;
  return null;
end $$;

create or replace function note_cluster_of_stage() returns trigger language plpgsql as $$
begin
  insert into cluster_changes (cluster, run)
  select r.cluster, r.id from runs r join clusters c on c.name = r.cluster where r.id = old.run;
  return null;
end $$;

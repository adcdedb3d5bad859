-- A cluster's actions that ended badly, newest first. Without this the list reads those of all clusters,
-- or all that the cluster ever did (docs/performance.md). Few actions are in it.
create index actions_ended_badly_of_cluster on actions (cluster, state, created_at desc, id)
  where finished_at is not null and state <> 'DONE';

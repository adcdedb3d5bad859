-- What people call an action is its metadata's name. Steps of runs have none, so that this costs
-- a run nothing.
create index actions_by_name on actions
  ((metadata->>'name') collate "C", created_at desc, id)
  where metadata->>'name' is not null;

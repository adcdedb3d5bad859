-- Plans and update configurations of k0s Autopilot, and control nodes: docs/decisions/0056-plans-are-runs.md.
create table autopilot_heads (
  cluster text collate "C" primary key references clusters (name) on delete cascade,
  -- of the newest write to an object of the cluster; under this row's lock, so in the order of commits
  version bigint not null,
  -- a watcher who saw everything up to this version, or a newer one, can be told the rest
  oldest bigint not null
);

create table autopilot_objects (
  uid uuid primary key,
  cluster text collate "C" not null references autopilot_heads (cluster) on delete cascade,
  -- Plan, UpdateConfig or ControlNode
  kind text not null,
  name text collate "C" not null,
  version bigint not null,
  generation bigint not null,
  created_at timestamptz not null,
  created_by text not null,
  -- what its owners wrote of it
  metadata jsonb not null,
  spec jsonb not null,
  status jsonb,
  unique (cluster, kind, name)
);

-- What is made of a plan, from the first time that it is looked at.
create table autopilot_plans (
  plan uuid primary key references autopilot_objects (uid) on delete cascade,
  cluster text collate "C" not null,
  attempt integer not null,
  -- for whom the newest attempt is
  requester text not null,
  -- its newest run; null while it waits for another plan, and if nothing runs
  run uuid,
  -- the status that NewPlan left
  frozen jsonb not null,
  -- definition and plan of the run that begins when the other plan is Completed
  waiting jsonb,
  -- what of the run the status was made of; text of dev.muster.records.autopilot.RunVersions
  seen text not null default '',
  -- nothing of the run can change the status any more
  settled boolean not null,
  deadline_at timestamptz,
  expired_at timestamptz
);
create index autopilot_plans_looked_at on autopilot_plans (cluster) where not settled;
create index autopilot_plans_of_run on autopilot_plans (run) where run is not null;
create index autopilot_plans_deadline on autopilot_plans (deadline_at)
  where not settled and deadline_at is not null and expired_at is null;

-- When an update configuration looks at its update server.
create table autopilot_looks (
  config uuid primary key references autopilot_objects (uid) on delete cascade,
  -- null if it is not to look by itself
  next_at timestamptz,
  last_at timestamptz,
  last_result text,
  last_why text,
  -- name of the last plan that it made
  last_plan text
);
create index autopilot_looks_due on autopilot_looks (next_at) where next_at is not null;

-- The newest changes, for watchers: each object as it was after its change.
create table autopilot_changes (
  cluster text collate "C" not null references autopilot_heads (cluster) on delete cascade,
  version bigint not null,
  -- ADDED, MODIFIED or DELETED
  type text not null,
  uid uuid not null,
  kind text not null,
  name text collate "C" not null,
  generation bigint not null,
  created_at timestamptz not null,
  metadata jsonb not null,
  spec jsonb not null,
  status jsonb,
  run uuid,
  -- characters of the three
  size integer not null,
  primary key (cluster, version)
);

-- Runs of plans that were deleted, or took too long: they are to be cancelled, until they are over.
create table autopilot_cancels (
  run uuid primary key,
  cluster text collate "C" not null,
  by_user text not null,
  why text not null,
  at timestamptz not null
);

-- What Muster remembers. Names are the vocabulary's. Every change of an action's state is written by
-- a cycle under its cluster's epoch (clusters.epoch, clusters.cycle); inserts may come from anywhere.
-- Texts that lists are sorted by have collation "C", so that SQL and Java agree on their order.
-- History outlives its cluster: runs, actions and the audit name a cluster, and do not refer to it.

-- Epochs are never used twice, not even by a cluster that was removed and made again, so that a
-- writer left over from the old one cannot take itself for a writer of the new one.
create sequence epochs;

create table clusters (
  name text collate "C" primary key,
  settings jsonb not null,
  labels jsonb not null default '{}',
  -- the newest epoch, and the newest cycle of it, that may write states
  epoch bigint not null default 0,
  cycle bigint not null default 0,
  created_at timestamptz not null,
  created_by text not null
);

create table nodes (
  cluster text collate "C" not null references clusters (name) on delete cascade,
  id text collate "C" not null,
  agent_address text not null,
  protocol text not null default 'muster/v1',
  role text,
  labels jsonb not null default '{}',
  added_at timestamptz not null,
  added_by text not null,
  -- what the cycles saw; written under the epoch only
  status text not null default 'UNKNOWN',
  status_reason text,
  up_since timestamptz,
  seen_at timestamptz,
  platform text,
  agent_version text,
  agent_epoch uuid,
  attributes jsonb not null default '{}',
  kinds text[] not null default '{}',
  -- of platform, agent_version, attributes and kinds: they are written only when it changes
  facts_fingerprint integer not null default 0,
  cursor bigint not null default 0,
  last_error text,
  error_since timestamptz,
  error_cycles integer not null default 0,
  primary key (cluster, id)
) with (fillfactor = 80);

create table playbooks (
  name text collate "C" not null,
  version integer not null,
  hash text not null,
  description text not null default '',
  source text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (name, version)
);
create unique index playbooks_by_content on playbooks (name, hash);

create table runs (
  id uuid primary key,
  cluster text collate "C" not null,
  playbook text collate "C" not null,
  playbook_version integer not null,
  -- a full copy, so that a run never changes with the playbook
  definition jsonb not null,
  params jsonb not null,
  plan_hash text not null,
  state text not null,
  state_reason text not null default '',
  requester text not null,
  reason text not null default '',
  ticket text not null default '',
  paused_by text,
  paused_at timestamptz,
  cancelled_by text,
  cancelled_at timestamptz,
  -- the newest epoch that may move the run
  epoch bigint not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index runs_newest on runs (created_at desc, id);
create index runs_by_cluster on runs (cluster, created_at desc, id);
create index runs_open on runs (cluster, id) where finished_at is null;

create table run_stages (
  run uuid not null references runs (id) on delete cascade,
  stage integer not null,
  name text not null,
  -- dev.muster.domain.run.StagePlan
  plan jsonb not null,
  state text not null,
  reason text not null default '',
  approval_asked_at timestamptz,
  opened_at timestamptz,
  finished_at timestamptz,
  primary key (run, stage)
);

create table stage_nodes (
  run uuid not null,
  stage integer not null,
  node text collate "C" not null,
  -- order of start within the stage, from 0
  position integer not null,
  batch integer not null,
  state text not null,
  reason text not null default '',
  -- when the last step ended, as long as the node has not settled
  settling_since timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run, stage, node),
  foreign key (run, stage) references run_stages (run, stage) on delete cascade
) with (fillfactor = 80);

create table approvals (
  run uuid not null,
  stage integer not null,
  by_user text not null,
  verdict text not null,
  plan_hash text not null,
  comment text not null default '',
  at timestamptz not null,
  primary key (run, stage, by_user),
  foreign key (run, stage) references run_stages (run, stage) on delete cascade
);

create table actions (
  id uuid primary key,
  cluster text collate "C" not null,
  -- null for an action whose target is the cluster
  node text collate "C",
  kind text not null,
  args jsonb not null,
  metadata jsonb not null default '{}',
  state text not null,
  -- the verdict's reason, while it waits
  wait_code text,
  wait_text text,
  wait_details jsonb,
  origin text not null,
  requester text not null,
  run uuid references runs (id),
  stage integer,
  step text,
  step_index integer,
  attempt integer not null default 1,
  depends_on uuid[] not null default '{}',
  even_when_down boolean not null default false,
  exclusive boolean not null default false,
  not_before timestamptz,
  timeout_ms bigint,
  created_at timestamptz not null,
  -- a push was decided under the epoch; from here on the agent may have it
  sent_at timestamptz,
  -- the agent acknowledged the push
  pushed_at timestamptz,
  push_attempts integer not null default 0,
  received_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  cancel_requested_at timestamptz,
  cancel_requested_by text,
  -- the agent was asked to stop it
  cancel_sent_at timestamptz,
  payload jsonb,
  error jsonb,
  -- why it failed, in one word of dev.muster.domain.rollout, where that decides what follows
  cause text,
  exit_code integer
) with (fillfactor = 70);
create index actions_newest on actions (created_at desc, id);
create index actions_unfinished on actions (cluster, created_at, id) where finished_at is null;
create index actions_of_run on actions (run, stage, node) where run is not null;
create index actions_of_cluster on actions (cluster, created_at desc, id);
create index actions_of_node on actions (cluster, node, created_at desc, id);

create table action_transitions (
  seq bigint generated always as identity primary key,
  action uuid not null,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  by_type text not null,
  by_name text not null,
  why text not null default '',
  payload jsonb
);
create index action_transitions_of on action_transitions (action, seq);

create table cycle_reports (
  cluster text collate "C" not null references clusters (name) on delete cascade,
  epoch bigint not null,
  cycle bigint not null,
  trigger text not null,
  started_at timestamptz not null,
  duration_us bigint not null,
  -- dev.muster.workflows.contract.CycleReport's counts and notes
  report jsonb not null,
  primary key (cluster, epoch, cycle)
);

create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  what text not null,
  cluster text,
  run uuid,
  action uuid,
  detail jsonb not null default '{}'
);
create index audit_of_run on audit (run, seq) where run is not null;
create index audit_of_cluster on audit (cluster, seq) where cluster is not null;
create index audit_of_action on audit (action, seq) where action is not null;

-- Actions that start at times: docs/decisions/0053-schedules-receivers-events.md.
create table schedules (
  -- ids of actions follow from it, so one that is made anew under the name starts others
  id uuid primary key,
  cluster text collate "C" not null references clusters (name) on delete cascade,
  name text collate "C" not null,
  -- null for an action whose target is the cluster
  node text collate "C",
  -- dev.muster.domain.request.NewActionRequest
  action jsonb not null,
  -- either of a calendar, or at an interval from first_at on, or at first_at once
  cron text,
  timezone text,
  every_ms bigint,
  first_at timestamptz,
  -- skip or allow
  overlap text not null,
  enabled boolean not null,
  -- the earliest due time that nothing was made of; null if it is disabled, or over
  next_at timestamptz,
  -- what became of the last due time: STARTED, SKIPPED or REFUSED
  last_due_at timestamptz,
  last_at timestamptz,
  last_result text,
  last_why text,
  -- the last one that was started; it may be removed before this
  last_action uuid,
  started bigint not null default 0,
  skipped bigint not null default 0,
  refused bigint not null default 0,
  -- due times at which nothing of Muster ran, but for those that were made up for
  missed bigint not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (cluster, name)
);
create index schedules_due on schedules (next_at) where next_at is not null;

-- What actions printed: docs/decisions/0045-logs-are-fetched-and-kept.md.

create table action_logs (
  action uuid primary key,
  cluster text collate "C" not null,
  node text collate "C" not null,
  run uuid,
  -- OPEN: the action executes, and its log is fetched while somebody follows. WANTED: it ended, and its agent has
  -- what is not here. KEPT: all is here that is kept. GIVEN_UP: more will not come, for the reason below.
  state text not null check (state in ('OPEN', 'WANTED', 'KEPT', 'GIVEN_UP')),
  -- up to which byte it was fetched
  fetched bigint not null default 0,
  -- bytes that are kept here
  kept bigint not null default 0,
  -- somebody follows it, and said so until then
  followed_until timestamptz,
  -- when to fetch it (WANTED), or to cut it to what is kept (KEPT); null if there is nothing to do
  due_at timestamptz,
  -- since when it is WANTED, and how often that failed
  wanted_at timestamptz,
  failures integer not null default 0,
  error text,
  changed_at timestamptz not null
);
create index action_logs_due on action_logs (due_at) where due_at is not null;
create index action_logs_open on action_logs (followed_until) where state = 'OPEN';
create index action_logs_of_run on action_logs (run, changed_at, action) where run is not null;

create table action_log_chunks (
  action uuid not null references action_logs (action) on delete cascade,
  -- of its first byte in the log
  start bigint not null,
  -- of the byte after its last one
  finish bigint not null,
  -- raw DEFLATE
  bytes bytea not null,
  -- when it was fetched, if that was while the action executed
  at timestamptz,
  primary key (action, start)
);
alter table action_log_chunks alter column bytes set storage external;

alter table action_logs set (fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table action_log_chunks set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

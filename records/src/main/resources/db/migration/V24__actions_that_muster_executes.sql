-- Actions that Muster itself executes: docs/decisions/0050-what-muster-itself-executes.md.

alter table actions add column executor text not null default 'AGENT'
  check (executor in ('AGENT', 'CORE'));

-- One row for each that is in work: written with the decision that it starts, gone with the transaction that records
-- its end.
create table core_actions (
  action uuid primary key,
  cluster text collate "C" not null,
  -- RUNNING, SUSPENDED; DONE, FAILED, CANCELLED until a cycle has recorded it
  state text not null default 'RUNNING'
    check (state in ('RUNNING', 'SUSPENDED', 'DONE', 'FAILED', 'CANCELLED')),
  begun_at timestamptz not null,
  -- when its time is over; null if it has all the time
  expires_at timestamptz,
  -- when its next turn is; null if it has none any more
  due_at timestamptz,
  -- the process that has it in hand; null between two turns
  owner uuid,
  -- turns that were begun
  turns integer not null default 0,
  -- CANCEL, SUSPEND or RESUME, until it was heeded
  signal text check (signal in ('CANCEL', 'SUSPEND', 'RESUME')),
  suspended_at timestamptz,
  -- how long it was suspended before
  suspended_ms bigint not null default 0,
  payload jsonb,
  error jsonb,
  cause text,
  finished_at timestamptz,
  -- what people should know of it and no cycle has written to its history yet
  told text[] not null default '{}',
  -- whether a cycle has something to record
  news boolean not null default false
);
create index core_actions_due on core_actions (due_at) where due_at is not null;
create index core_actions_news on core_actions (cluster) where news;
create index core_actions_signalled on core_actions (action) where signal is not null;
create index core_actions_held on core_actions (owner) where owner is not null;

alter table core_actions set (fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

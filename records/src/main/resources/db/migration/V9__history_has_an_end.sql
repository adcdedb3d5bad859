-- How long history is kept, and what became of it: docs/retention.md.

create table retention_rules (
  -- '*' stands for every cluster without a rule of its own; no cluster can have that name
  cluster text collate "C" primary key,
  -- milliseconds after the end; null for ever
  runs_ms bigint check (runs_ms > 0),
  at_least integer not null default 0 check (at_least >= 0),
  audit_ms bigint check (audit_ms > 0),
  -- nothing goes that no worker has exported
  exported_only boolean not null default false,
  changed_at timestamptz not null,
  changed_by text not null
);

-- What the worker that removes history did last. One row, or none before the first look.
create table history_removal (
  singleton boolean primary key default true check (singleton),
  looked_at timestamptz not null,
  -- user@host of the worker, and the folder in which it keeps what it removes
  worker text not null,
  export text,
  removed_at timestamptz,
  -- of the last pass that removed anything
  runs bigint not null default 0,
  actions bigint not null default 0,
  audit bigint not null default 0,
  -- since the first one
  runs_in_all bigint not null default 0,
  actions_in_all bigint not null default 0,
  audit_in_all bigint not null default 0,
  halted text,
  halted_since timestamptz
);

-- Actions of no run by their end, which is when their time begins.
create index actions_alone on actions (cluster, finished_at, id)
  where run is null and finished_at is not null;
create index audit_of_nothing on audit (seq) where cluster is null;

-- Lists of what is rare: without these, whoever asks for it reads all history.
create index actions_ended_badly on actions (state, created_at desc, id)
  where finished_at is not null and state <> 'DONE';
create index actions_by_kind on actions (kind, created_at desc, id);
create index runs_by_state on runs (state, created_at desc, id);
create index runs_by_playbook on runs (playbook, created_at desc, id);

-- PostgreSQL's own settings wait until a fifth of a table is dead, which of a million rows is much.
-- What is inserted is counted too, so that lists find their rows without looking into the table.
alter table actions set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
alter table action_transitions set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table runs set (fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
alter table run_stages set (fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table stage_nodes set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table approvals set (autovacuum_vacuum_scale_factor = 0.05);
alter table audit set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05);
alter table cycle_reports set (
  autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 500);

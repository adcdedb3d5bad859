-- When members are looked at by a health policy: docs/decisions/0054-hooks-and-health.md.
alter table policy_bindings
  -- when the next look is due; null before the first
  add column look_at timestamptz,
  -- what became of the last one that was due
  add column looked_at timestamptz,
  add column looked_why text,
  -- the last action that looked; it may be removed before this
  add column look_action uuid;

-- What Muster executes may be put back, to begin anew: it is PENDING_SCHEDULE then, and not before finished_at.
alter table actions add column retries integer not null default 0;
alter table core_actions
  add column retries integer not null default 0,
  drop constraint core_actions_state_check,
  add constraint core_actions_state_check check (
    state in ('RUNNING', 'SUSPENDED', 'DONE', 'FAILED', 'CANCELLED', 'PENDING_SCHEDULE'));

-- Who asks what depends on an action.
create index actions_depended on actions using gin (depends_on) where depends_on <> '{}';

-- An action on a cluster is Muster's own.
update actions set executor = 'CORE' where node is null and executor <> 'CORE';

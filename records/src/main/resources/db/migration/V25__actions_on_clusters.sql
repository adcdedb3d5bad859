-- Actions on clusters derive actions on nodes: docs/decisions/0049-actions-on-clusters.md.
alter table actions
  -- the action that derived it; it may be removed before this one
  add column parent uuid,
  -- that it fails says nothing of its parent
  add column best_effort boolean not null default false,
  -- how long an action on a cluster was suspended before; its time does not run then
  add column suspended_ms bigint not null default 0;
create index actions_of_parent on actions (parent, created_at desc, id) where parent is not null;

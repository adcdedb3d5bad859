-- Addresses whose secret triggers an action: docs/decisions/0053-schedules-receivers-events.md.
create table receivers (
  id uuid primary key,
  cluster text collate "C" not null references clusters (name) on delete cascade,
  name text collate "C" not null,
  -- null for an action whose target is the cluster
  node text collate "C",
  -- dev.muster.domain.request.NewActionRequest
  action jsonb not null,
  -- of the action's arguments, those that whoever triggers it may give
  parameters text[] not null,
  -- SHA-256 of the secret, which is not kept
  hash bytea not null unique,
  -- by what its creator was known: TOKEN, PROVIDER, or NOBODY where nobody is asked
  known_by text not null,
  -- of the creator at the provider, when it was made
  groups text[] not null default '{}',
  created_at timestamptz not null,
  created_by text not null,
  -- null for ever
  expires_at timestamptz,
  triggered bigint not null default 0,
  last_at timestamptz,
  -- the address from which it was triggered
  last_from text,
  -- the last one; it may be removed before this
  last_action uuid,
  unique (cluster, name)
);

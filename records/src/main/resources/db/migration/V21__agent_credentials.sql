-- By what Muster and each agent know each other: docs/decisions/0043-agents-are-known-by-their-own-credentials.md.

create table agent_credentials (
  cluster text collate "C" not null,
  node text collate "C" not null,
  -- PENDING, ACCEPTED or REVOKED
  state text not null,
  -- sealed by Muster's key file; null: the shared token
  token text,
  -- SHA-256, so that a join that is repeated is known without opening anything
  token_hash bytea,
  -- sealed; that a rotation goes over to
  next_token text,
  -- SHA-256 of the agent's certificate, in hex; null: what the authorities say
  certificate text,
  created_at timestamptz not null,
  created_by text not null,
  -- when the present token was given
  rotated_at timestamptz,
  -- somebody asked for the next token; null when it is there
  rotation_asked_at timestamptz,
  rotation_asked_by text,
  -- not to be tried earlier
  rotation_due_at timestamptz,
  -- why the last try failed
  rotation_error text,
  revoked_at timestamptz,
  revoked_by text,
  primary key (cluster, node),
  foreign key (cluster, node) references nodes (cluster, id) on delete cascade
);

create index agent_credentials_to_rotate on agent_credentials (rotation_due_at)
  where rotation_asked_at is not null;

-- One row. It moves with every change of the table above, in the same transaction.
create table agent_credentials_version (number bigint not null);
insert into agent_credentials_version values (1);

create function agent_credentials_moved() returns trigger language plpgsql as $$
begin
  update agent_credentials_version set number = number + 1;
  return null;
end $$;

create trigger agent_credentials_moved
  after insert or update or delete on agent_credentials
  for each statement execute function agent_credentials_moved();

create table join_tokens (
  id uuid primary key,
  cluster text collate "C" not null references clusters (name) on delete cascade,
  hash bytea not null unique,
  -- that a node has that joins with it
  labels jsonb not null,
  -- whether such a node is accepted without being asked about
  accepts boolean not null,
  uses integer not null,
  used integer not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);

create index join_tokens_of_cluster on join_tokens (cluster, created_at desc, id desc);

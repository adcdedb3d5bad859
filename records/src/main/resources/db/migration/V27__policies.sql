-- Policies and what they are attached to: docs/decisions/0051-members-and-policies.md.

create table policies (
  id uuid primary key,
  -- may change; everything else of what people wrote may not
  name text collate "C" not null unique,
  description text not null,
  -- dev.muster.domain.policy.PolicyTypes
  type text collate "C" not null,
  properties jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  changed_at timestamptz not null,
  changed_by text not null
);

create table policy_bindings (
  cluster text collate "C" not null references clusters (name) on delete cascade,
  policy uuid not null references policies (id),
  priority integer not null,
  enabled boolean not null,
  -- when an action that it concerned last ended
  last_op timestamptz,
  attached_at timestamptz not null,
  attached_by text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (cluster, policy)
);
create index bindings_of_policy on policy_bindings (policy);

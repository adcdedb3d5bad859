-- Who may do what: docs/decisions/0032-identity-and-roles.md.

-- What identities are proven with. Rows stay for ever: the audit names them.
create table tokens (
  id uuid primary key,
  -- the identity: several tokens may have it, and are one person
  name text collate "C" not null,
  -- SHA-256 of the token's text, which is not kept
  hash bytea not null unique,
  roles text[] not null,
  -- patterns of names, such as prod-*
  clusters text[] not null,
  groups text[] not null default '{}',
  created_at timestamptz not null,
  created_by text not null,
  -- null for ever
  expires_at timestamptz,
  -- written once a minute at most
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
create index tokens_newest on tokens (created_at desc, id);

-- That the API knows who gave an answer that goes through the engine, where anybody might have
-- written any name.
create table vouchers (
  id uuid primary key,
  name text not null,
  groups text[] not null,
  -- on the cluster that the answer is for
  roles text[] not null,
  -- the run or the action
  subject uuid not null,
  verb text not null,
  made_at timestamptz not null,
  -- the one thing that it was used for, such as a stage
  used_for text
);
create index vouchers_by_subject on vouchers (subject);

-- As they were when the answer was given: stages are judged again later. Answers from before this
-- have only names, and are judged by those.
alter table approvals
  add column groups text[] not null default '{}',
  add column roles text[] not null default '{}';

-- The chain over the audit. An entry may go after its time; its seal stays.
create table audit_seals (
  place bigint primary key,
  -- of the audit's entry
  seq bigint not null unique,
  -- SHA-256 of the entry
  entry bytea not null,
  -- SHA-256 of the seal before, the place, seq and entry
  seal bytea not null,
  -- by retention
  removed_at timestamptz
);

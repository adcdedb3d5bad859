-- Members of clusters, and what they are made from: docs/decisions/0051-members-and-policies.md.

create table profiles (
  name text collate "C" not null,
  version integer not null,
  document jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (name, version)
);

-- What a cluster is to look like; written by its cycles only, under their fence.
alter table clusters
  add column min_size integer not null default 0,
  add column max_size integer,
  add column desired_size integer not null default 0,
  -- of the next member; never given twice
  add column next_index integer not null default 1,
  add column profile text collate "C",
  add column profile_version integer,
  add constraint clusters_profile foreign key (profile, profile_version) references profiles (name, version);

-- A member is recorded before anybody is asked to make it, and goes when its provider said that it is gone. Written by
-- cycles only, under their fence.
create table members (
  cluster text collate "C" not null references clusters (name) on delete cascade,
  -- the id of the node that it has as soon as its agent has an address
  node text collate "C" not null,
  index integer not null,
  -- the node whose agent made it; null of one that was there before
  provider text collate "C",
  state text not null check (state in ('CREATING', 'ACTIVE', 'ERROR', 'DELETING')),
  -- why it is in ERROR
  reason text,
  profile text collate "C",
  profile_version integer,
  profile_since timestamptz not null,
  physical jsonb,
  address text,
  data jsonb not null default '{}',
  tainted boolean not null default false,
  -- the action on the cluster that works on it
  in_hand uuid,
  created_at timestamptz not null,
  primary key (cluster, node),
  unique (cluster, index),
  foreign key (profile, profile_version) references profiles (name, version)
);
create index members_of_profile on members (profile, profile_version) where profile is not null;

alter table actions
  -- what policies decided, of an action on a cluster
  add column data jsonb,
  -- how it goes about it, and how far it is
  add column plan jsonb;

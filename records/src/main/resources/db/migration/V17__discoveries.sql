-- Where nodes come from: docs/decisions/0041-discovery.md.

create table discoveries (
  cluster text collate "C" not null references clusters (name) on delete cascade,
  name text collate "C" not null,
  -- file, http or inventory
  kind text not null,
  -- a path of the worker's machine, or a URL
  location text not null,
  -- dev.muster.domain.discovery.DiscoveryRules
  rules jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  -- of kind, location, rules or confirmed; a reading that began before is not written
  changed_at timestamptz not null,
  changed_by text not null,
  -- What came of reading it. The last try, and the last one that was taken; not every one is written.
  read_at timestamptz,
  good_at timestamptz,
  -- that it names, as of good_at
  nodes integer not null default 0,
  notes jsonb not null default '[]',
  error text,
  error_since timestamptz,
  -- dev.muster.records.discoveries.DiscoveryStanding.HeldBack: what waits for somebody's confirmation
  held jsonb,
  -- the key of the nodes that somebody said may vanish
  confirmed text,
  primary key (cluster, name)
);

alter table nodes
  -- the name of the discovery that it is of; null if a person added it
  add column discovery text collate "C",
  -- since when that does not name it any more; status is then what it was before
  add column vanished_at timestamptz,
  add column vanished_why text;

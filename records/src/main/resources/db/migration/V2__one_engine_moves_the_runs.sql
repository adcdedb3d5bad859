-- The engine that moves the runs (docs/decisions/0012-one-engine-moves-the-runs.md): one row, or none before
-- the first start. A process whose engine has another identity starts no workflows.
create table engine (
  singleton boolean primary key default true check (singleton),
  -- id of the namespace; an embedded engine makes one up each time that it begins with nothing
  identity text not null,
  -- for people: what it is and where
  description text not null,
  -- counts the engines that have moved the runs
  generation bigint not null,
  claimed_at timestamptz not null,
  -- the process that claimed: user@host, process id
  claimed_by text not null
);

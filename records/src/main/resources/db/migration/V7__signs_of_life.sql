-- Signs of life of what moves clusters and runs: dev.muster.domain.stall says what they mean.

-- When the cycle after this one begins at the latest.
alter table cycle_reports add column due_at timestamptz;

-- When the run is to be advanced at the latest.
alter table runs add column due_at timestamptz not null default now();

-- Cycles that take long, and those that failed. It is rewritten every two seconds and worth nothing
-- after a crash, so it is not logged.
create unlogged table cycles_in_hand (
  cluster text collate "C" primary key,
  at timestamptz not null,
  -- why the cycle failed; null while it is in hand
  trouble text
);

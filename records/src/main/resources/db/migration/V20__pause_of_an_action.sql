-- The last thing that somebody asked of an action that executes, and can be taken back: SUSPEND or RESUME.
alter table actions
  add column pause_signal text check (pause_signal in ('SUSPEND', 'RESUME')),
  add column pause_requested_at timestamptz,
  add column pause_requested_by text,
  -- When the agent was told; what it said if it would not.
  add column pause_sent_at timestamptz,
  add column pause_refusal text;

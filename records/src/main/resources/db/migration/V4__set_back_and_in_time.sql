-- Epochs grow even when the database is set back: a database that was restored from a backup would
-- otherwise give out numbers that were used in the time that it forgot, and a writer left over from
-- that time would pass for the newest (docs/decisions/0019-a-database-that-was-set-back.md).
-- Milliseconds of the database's clock; the sequence still sees to it that no number comes twice.
create function next_epoch() returns bigint language sql volatile as $$
  select setval('epochs', greatest(
    nextval('epochs'), (extract(epoch from clock_timestamp()) * 1000)::bigint))
$$;

-- How long an action may wait to be sent once nothing but its turn is missing, and when that ends.
-- Null for steps of runs, for which their stages see to that, and for what was recorded before.
alter table actions
  add column schedule_within_ms bigint,
  add column schedule_before timestamptz;

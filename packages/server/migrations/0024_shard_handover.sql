-- Works with: 0018
-- Checks in flight of a shard that changes its scheduler. Locks nothing: a new table.

-- Written by the scheduler that gives a shard up, deleted by the one that takes it over. `checks` is an array of
-- objects: series_key, slot, the instant at which the check counts as lost, and what waits for its end.
create table shard_handover (
  shard smallint primary key,
  checks json not null
);

-- When each session was last used, so that people can tell one that is not theirs.
-- Without a default: takes the table's lock for an instant, and writes no row.
alter table session add column last_seen_at timestamptz;

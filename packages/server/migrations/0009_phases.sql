-- Where the time goes, in rollups too: a chart of 30 days is read from nothing else. New columns without a
-- default: each table is locked for the moment that its description changes.

-- Sums over the results that `measured` counts, in microseconds; null where the phase was never come through,
-- and all four in rollups from before this migration. What they leave of response_us_sum is the download.
alter table result_rollup_hour
  add column dns_us_sum bigint,
  add column connect_us_sum bigint,
  add column tls_us_sum bigint,
  add column ttfb_us_sum bigint;
alter table result_rollup_day
  add column dns_us_sum bigint,
  add column connect_us_sum bigint,
  add column tls_us_sum bigint,
  add column ttfb_us_sum bigint;

-- Works with: 0015
-- Counters of results for Prometheus and OTLP. New tables only: locks nothing.

-- What became of the slots of a series since counting began, without steps: it outlives the results and only grows. Results
-- after `counter_progress`, and gaps that still exist, are added when it is read (pipeline/results/counters/).
create table series_counter (
  series_key integer primary key references series (series_key) on delete cascade,
  up bigint not null default 0,
  degraded bigint not null default 0,
  down bigint not null default 0,
  -- Results that could not be evaluated.
  error bigint not null default 0,
  -- Slots of gaps that were deleted because of their age.
  missed bigint not null default 0,
  skipped bigint not null default 0,
  -- Results with a response time: their number by upper limit, each without those of the limits below, and the sum of
  -- their times. The last number is of those without a limit.
  within_100ms bigint not null default 0,
  within_250ms bigint not null default 0,
  within_500ms bigint not null default 0,
  within_1s bigint not null default 0,
  within_2500ms bigint not null default 0,
  within_5s bigint not null default 0,
  within_10s bigint not null default 0,
  above_10s bigint not null default 0,
  response_us_sum bigint not null default 0
) with (fillfactor = 50);

-- The progress of the counters: results before `counted_to` are counted, and those before `counting_to` for the series up
-- to `series_key`. One row.
create table counter_progress (
  single boolean primary key default true check (single),
  counted_to timestamptz not null,
  counting_to timestamptz not null,
  series_key integer not null default 0,
  check (counting_to >= counted_to)
);

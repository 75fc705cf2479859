-- Works with: 0015
-- Counters of results for Prometheus and OTLP, and exporters of metrics and traces. New tables only: locks nothing.

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

-- Where an organization wants its metrics and traces sent, by OTLP over HTTP.
create table telemetry_exporter (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  -- `/v1/metrics` and `/v1/traces` are appended.
  endpoint text not null,
  -- Names of the headers, and the headers as an encrypted JSON object.
  header_names text[] not null,
  encrypted_headers bytea not null,
  version integer not null default 1,
  sends_metrics boolean not null,
  sends_traces boolean not null check (sends_metrics or sends_traces),
  -- Which results become traces.
  sample text not null check (sample in ('failures', 'all')),
  -- Which targets it is about; null: all.
  selector jsonb,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The lease of the process that sends. It expires, so that a crashed process is replaced.
  locked_until timestamptz,
  -- Nothing is sent before, after failures.
  next_attempt_at timestamptz not null,
  failures integer not null default 0,
  last_sent_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  traces_sent bigint not null default 0,
  -- Traces that were given up: too many or too old, or rejected by the receiver.
  traces_dropped bigint not null default 0,
  -- Spans that the receiver did not take, of requests that it accepted.
  spans_rejected bigint not null default 0,
  -- Data points of metrics that were accepted; and those that were rejected.
  points_sent bigint not null default 0,
  points_dropped bigint not null default 0,
  -- Requests that failed and were repeated later.
  requests_retried bigint not null default 0
);
-- Serves listExporters and the deletion of organizations.
create index telemetry_exporter_by_age on telemetry_exporter (org_id, created_at, id);

-- The outbox of traces: up to 500 results that one exporter sends in one request. The results are read when they are sent.
create table trace_batch (
  id uuid primary key,
  exporter_id uuid not null references telemetry_exporter (id) on delete cascade,
  series_keys integer[] not null,
  -- In microseconds since the epoch.
  slots_us bigint[] not null,
  created_at timestamptz not null,
  check (cardinality(series_keys) = cardinality(slots_us))
);
-- Serves listBatches: the oldest ones of an exporter.
create index trace_batch_by_exporter on trace_batch (exporter_id, id);

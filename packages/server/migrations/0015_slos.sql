-- Works with: 0012
-- SLOs and their last figures. New tables only: locks nothing.

create table slo (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- Which targets count: packages/contract/src/targets/selectors.ts.
  selector jsonb not null,
  -- Percentage of time or of checks that must be good.
  objective double precision not null check (objective between 50 and 99.999),
  -- The last days up to now, or the calendar month.
  "window" text not null check ("window" in ('7d', '28d', '30d', '90d', 'month')),
  -- IANA name, for calendar months and days of reports.
  timezone text not null,
  sli text not null check (sli in ('time', 'checks', 'latency')),
  latency_ms double precision check ((latency_ms is not null) = (sli = 'latency')),
  exclude_maintenance boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serve listSlos in its four orders.
create index slo_by_age on slo (org_id, created_at, id);
create index slo_by_name on slo (org_id, name, id);

-- The figures of the last report of an SLO, for lists. Deleted when the SLO changes what it measures.
create table slo_figures (
  slo_id uuid primary key references slo (id) on delete cascade,
  measured_at timestamptz not null,
  state text not null check (state in ('met', 'missed', 'no_data')),
  -- Percentages; null if nothing was measured.
  attainment double precision,
  budget_left_percentage double precision,
  -- Why nothing was measured, such as too many targets.
  problem text
);
-- Serves listUnmeasured, once a minute.
create index slo_figures_by_age on slo_figures (measured_at);

-- Works with: 0016
-- Reports by email, and their deliveries. New tables only: locks nothing.

create table report (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  -- Which targets it is about: packages/contract/src/targets/selectors.ts.
  selector jsonb not null,
  period text not null check (period in ('week', 'month', 'quarter')),
  -- IANA name: the limits of the periods, and the time of sending.
  timezone text not null,
  -- With weeks: 1 is Monday.
  weekday integer not null check (weekday between 1 and 7),
  -- With months and quarters: the day of the first month after the period.
  day integer not null check (day between 1 and 28),
  hour integer not null check (hour between 0 and 23),
  -- Percentage of time that targets should be available; null without a goal.
  goal double precision check (goal between 50 and 100),
  exclude_maintenance boolean not null,
  -- Members by the ID of the person, and addresses: packages/contract/src/reports/reports.ts.
  recipients jsonb not null,
  -- Beside HTML, which is always sent: attachments.
  formats text[] not null,
  language text not null,
  enabled boolean not null,
  -- When the next report is due.
  next_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serve listReports in its four orders.
create index report_by_age on report (org_id, created_at, id);
create index report_by_name on report (org_id, name, id);
-- Serves findDueReport, once a minute.
create index report_by_due on report (next_at) where enabled;

-- A report about one period, with a delivery for each recipient. The outbox: both are written in the transaction that sets
-- `report.next_at`, so that a process that ends before or after it sends the report once.
create table report_run (
  id uuid primary key,
  report_id uuid not null references report (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- By the schedule, or by a member who sent it to themselves.
  trigger text not null check (trigger in ('schedule', 'manual')),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  created_at timestamptz not null
);
-- One scheduled report a period.
create unique index report_run_by_period on report_run (report_id, from_at, to_at) where trigger = 'schedule';
-- Serves listReportDeliveries and the last run of a report.
create index report_run_by_report on report_run (report_id, id);

create table report_delivery (
  run_id uuid not null references report_run (id) on delete cascade,
  email text not null,
  state text not null check (state in ('pending', 'sent', 'failed')),
  -- Failed tries.
  tries integer not null default 0,
  -- The next try, or the end of the claim of a process that sends it.
  due_at timestamptz not null,
  finished_at timestamptz,
  -- Why the last try failed.
  error text,
  primary key (run_id, email)
);
-- Serves claimReportDeliveries, once a minute.
create index report_delivery_by_due on report_delivery (due_at) where state = 'pending';

-- Targets, their variables and results.

-- ---------------------------------------------------------------------------------------------------------
-- Targets
-- ---------------------------------------------------------------------------------------------------------

-- A tree of at most four levels, in which people arrange targets. Its status follows from its targets by `rollup`.
create table target_group (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- Null: at the top.
  parent_id uuid references target_group (id),
  name text not null,
  description text not null default '',
  -- Order among the groups of the same parent; equal positions are ordered by name.
  position integer not null default 0,
  -- worst: the worst status of a member. quorum: down if half of the members are down. all: down if all are.
  rollup text not null default 'worst' check (rollup in ('worst', 'quorum', 'all')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (org_id, parent_id, name)
);
create index target_group_by_parent on target_group (parent_id);

-- Everything that is monitored, including the trash. Holds what all kinds have in common; the table of the kind holds the rest
-- (ADR 0052). The lifecycle is pipeline/targets/.
create table stored_target (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  kind text not null check (kind in ('monitor', 'api_monitor', 'journey', 'heartbeat')),
  name text not null,
  description text not null default '',
  runbook_url text,
  -- Who is responsible: a team or a person.
  owner text,
  group_id uuid references target_group (id) on delete set null,
  -- What is searched and shown beside the name: the URL, or host and port, of a monitor. Null for other kinds.
  address text,
  tags text[] not null default '{}',
  -- Null: runs on demand only.
  interval_ms integer check (interval_ms between 1000 and 86400000),
  -- Of one attempt.
  timeout_ms integer not null check (timeout_ms between 100 and 1800000),
  -- Retries before a check or run counts as failed.
  max_retries smallint not null default 1 check (max_retries between 0 and 5),
  locations text[] not null,
  enabled boolean not null default true,
  -- Why it is paused if no user paused it: it exceeds the limits of the plan.
  paused_reason text check (paused_reason = 'plan'),
  status text not null default 'pending'
    check (status in ('pending', 'up', 'degraded', 'down', 'unknown', 'paused', 'maintenance')),
  status_since timestamptz not null,
  -- Why the status is `unknown`: error code and message of the check that made it so.
  status_reason text,
  -- Every slot of the schedule since then must be accounted for.
  schedule_since timestamptz not null,
  -- Counts changes of definition and status. A writer with an older revision is rejected.
  revision integer not null default 1,
  -- The scheduler shard.
  shard smallint not null check (shard between 0 and 63),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it was moved to the trash, and by which user or API key. It is paused then.
  deleted_at timestamptz,
  deleted_by text
);
-- Serve listTargets in its four orders; also serve the deletion of organizations.
create index target_by_age on stored_target (org_id, created_at, id);
create index target_by_name on stored_target (org_id, name, id);
-- Serve the lists of one kind.
create index target_of_kind_by_age on stored_target (org_id, kind, created_at, id);
create index target_of_kind_by_name on stored_target (org_id, kind, name, id);
-- Serves the targets of a group, and its deletion.
create index target_by_group on stored_target (group_id) where group_id is not null;
-- Serves listDefinitions of a scheduler's shards.
create index target_by_shard on stored_target (shard);

-- Serves the trash of an organization, and its purge.
create index target_in_trash on stored_target (deleted_at, org_id) where deleted_at is not null;

-- Every statement but those of the trash (pipeline/targets/trash-queries.ts) reads and writes this view, so that a
-- target in the trash looks as if it did not exist.
create view target as select * from stored_target where deleted_at is null;

-- A check of one request: HTTP, TCP … The shape of `config` depends on the type and is validated by
-- packages/contract/src/checks/ at every write and read.
create table monitor (
  id uuid primary key references stored_target (id) on delete cascade,
  type text not null,
  config jsonb not null,
  -- The registrable domain that it checks over TLS, or whose registration it watches; null if there is none.
  domain text
);
-- Serves addDomainsOfMonitors and the triggers of domain monitors.
create index monitor_by_domain on monitor (domain) where domain is not null;

-- The records that a monitor compares with (`expect`: `unchanged`), and what the newest check found instead.
create table monitor_baseline (
  target_id uuid primary key references stored_target (id) on delete cascade,
  -- The address of the monitor that the records are of. With another address, the next check sets the baseline.
  address text not null,
  -- Sorted texts.
  records jsonb not null,
  -- The member or API key that accepted it; null for the records of the first check.
  accepted_by text,
  accepted_at timestamptz not null,
  -- Null while the records are unchanged.
  found jsonb,
  found_at timestamptz,
  check ((found is null) = (found_at is null))
);

-- The status of a manual monitor. Without a row it is up.
create table set_status (
  target_id uuid primary key references stored_target (id) on delete cascade,
  status text not null check (status in ('up', 'degraded', 'down')),
  reason text,
  -- Name of the user or API key.
  set_by text not null,
  set_at timestamptz not null
);

create table api_monitor (
  id uuid primary key references stored_target (id) on delete cascade,
  variables jsonb not null default '{}',
  -- `json` keeps the order of keys: a body is sent with its fields in the order in which they were written.
  steps json not null
);

create table journey (
  id uuid primary key references stored_target (id) on delete cascade,
  -- One of the target's locations.
  primary_location text not null,
  -- `json`, like the steps of API monitors.
  steps json,
  script text,
  -- Width and height; null for the default, or that of the device.
  viewport jsonb,
  -- A name of Playwright's list of devices.
  device text,
  capture jsonb not null default '{"trace": "on_failure", "video": "never"}',
  -- A journey with neither is valid; its runs fail with NO_STEPS.
  check (steps is null or script is null)
);

-- A job that pings Vedette on a schedule.
create table heartbeat (
  id uuid primary key references stored_target (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- The UUID of its ping URL: random, unlike the id, because it is a credential. Serves findPinged.
  ping_id uuid not null unique,
  -- Unique among the heartbeats that are not in the trash (api/resources/heartbeats/heartbeat-type.ts).
  slug text not null,
  -- The token of senders for other products. Serves findPinged.
  push_token text unique,
  -- The shape of packages/contract/src/heartbeats/schedules/schedule-types.ts.
  schedule jsonb not null,
  grace_seconds integer not null check (grace_seconds between 0 and 31536000),
  -- Null: as long as the grace time.
  max_runtime_seconds integer check (max_runtime_seconds between 1 and 259200),
  methods text not null check (methods in ('any', 'post_only')),
  -- Words that decide what a ping means; null: none.
  filters jsonb,
  body_bytes_max integer not null check (body_bytes_max between 0 and 100000),
  paused_ping text not null check (paused_ping in ('resume', 'ignore'))
);
-- Serves findPinged by ping key and slug, and findSlugOwner.
create index heartbeat_by_slug on heartbeat (org_id, slug);

-- What the scheduler knows of a heartbeat from its pings: packages/server/src/pipeline/heartbeats/progress.ts.
create table heartbeat_state (
  id uuid primary key references heartbeat (id) on delete cascade,
  -- Counts writes. A scheduler with an older one is rejected.
  version integer not null,
  ping_count bigint not null,
  last_ping_at timestamptz,
  last_success_at timestamptz,
  last_duration_ms integer,
  -- The slot that is expected next.
  next_slot timestamptz,
  -- The newest slot that is accounted for.
  accounted_to timestamptz,
  -- Runs that started and have not ended.
  runs jsonb not null,
  last_end jsonb,
  -- The schedule that next_slot is of, and since when it applies.
  planned_schedule jsonb,
  planned_since timestamptz
) with (fillfactor = 50);

-- While a parent is down, notifications of its children are suppressed.
create table target_dependency (
  child_id uuid not null references stored_target (id) on delete cascade,
  parent_id uuid not null references stored_target (id) on delete cascade,
  primary key (child_id, parent_id),
  check (child_id <> parent_id)
);
create index target_dependency_by_parent on target_dependency (parent_id);

-- Targets whose alerts are not notified for now. An expired row has no effect until the next snooze replaces it.
create table target_snooze (
  target_id uuid primary key references stored_target (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- Null: until the status of the target becomes `up`.
  until timestamptz,
  reason text,
  -- Name of the user or API key.
  created_by text not null,
  created_at timestamptz not null
);
-- Serves the deletion of organizations.
create index target_snooze_by_org on target_snooze (org_id);

-- Every change of a target's status. Uptime is computed from it.
create table status_change (
  target_id uuid not null references stored_target (id) on delete cascade,
  at timestamptz not null,
  status text not null,
  previous_status text not null,
  -- Whether it is from another monitoring tool.
  imported boolean not null default false,
  primary key (target_id, at)
);

-- Targets with history from another monitoring tool. It replaces that of an earlier import.
create table imported_history (
  target_id uuid primary key references stored_target (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- The tool, such as `kuma`.
  source text not null,
  -- The imported history ends at the latest when Vedette created the target: its own results begin then. The
  -- `created_at` of the target itself is the start of its history.
  from_at timestamptz not null,
  to_at timestamptz not null,
  target_created_at timestamptz not null,
  imported_at timestamptz not null
);
-- Serves the deletion of organizations.
create index imported_history_by_org on imported_history (org_id);

-- ---------------------------------------------------------------------------------------------------------
-- Variables
-- ---------------------------------------------------------------------------------------------------------

-- Proves at the start that the configured master key is the one that encrypted this database. One row.
create table master_key_check (
  single boolean primary key default true check (single),
  master_key_id text not null,
  box bytea not null
);

-- The key that encrypts an organization's secrets. It is encrypted with a master key, which is not in the database.
create table organization_data_key (
  org_id uuid not null references organization (id) on delete cascade,
  version integer not null,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null,
  primary key (org_id, version)
);

-- Created after target, because the deletion of an organization follows the order in which its foreign keys were
-- created: targets must go before the variables that they reference.
create table variable (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in ('string', 'secret')),
  value text check ((value is not null) = (type = 'string')),
  encrypted_value bytea check ((encrypted_value is not null) = (type = 'secret')),
  -- Counts values. A ciphertext of an older version no longer decrypts.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Serves listVariables by name and findVariables too.
  unique (org_id, name)
);
-- Serves listVariables by age.
create index variable_by_age on variable (org_id, created_at, id);

-- Which targets reference which variables. A referenced variable cannot be deleted, also with concurrent requests.
create table variable_reference (
  variable_id uuid not null references variable (id),
  target_id uuid not null references stored_target (id) on delete cascade,
  primary key (variable_id, target_id)
);
-- Serves dropOtherUses, and the deletion of targets.
create index variable_reference_by_target on variable_reference (target_id);

-- ---------------------------------------------------------------------------------------------------------
-- Results
-- ---------------------------------------------------------------------------------------------------------

-- One target at one location, or one step of it. Results reference it by a key of four bytes.
create table series (
  series_key integer generated always as identity primary key,
  target_id uuid not null references stored_target (id) on delete cascade,
  location text not null,
  -- Null for the target itself. A step is identified by its name, so that its history survives a reordering.
  step text,
  -- False if the location was removed from the target; its history is kept.
  active boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'up', 'degraded', 'down', 'unknown')),
  status_since timestamptz not null,
  consecutive_failures integer not null default 0,
  -- Consecutive results that could not be evaluated; three make the status `unknown`.
  consecutive_errors smallint not null default 0
);
create unique index series_unique on series (target_id, location, step) nulls not distinct;

-- Facts that repeat in nearly every result, stored once: the runner, the address that responded, the certificate.
create table check_connection (
  connection_key integer generated always as identity primary key,
  runner text not null,
  ip inet,
  tls_expires_at timestamptz,
  tls_issuer text,
  tls_protocol text,
  last_used_on date not null default current_date,
  unique nulls not distinct (runner, ip, tls_expires_at, tls_issuer, tls_protocol)
);

-- One row per check. Partitioned by day; the order of the columns avoids padding (ADR 0009).
create table check_result (
  slot timestamptz not null,
  series_key integer not null,
  response_us integer,
  dns_us integer,
  connect_us integer,
  tls_us integer,
  ttfb_us integer,
  body_bytes integer,
  connection_key integer not null,
  late_ms smallint not null,
  status_code smallint,
  attempts smallint not null,
  -- u(p), g (degraded), d(own), e(rror): not evaluated
  status "char" not null,
  -- s(chedule), m(anual)
  trigger "char" not null,
  -- Error, assertions and whether there is a body; null for a plain success.
  details jsonb
) partition by range (slot);
-- One result per slot, however often it is reported. Serves listResults too.
create unique index check_result_slot on check_result (series_key, slot);
-- Serves listResults by status: finds failures without reading the successes between them.
create index check_result_not_up on check_result (series_key, slot) where status <> 'u';

-- The kept response of a result. `json`, because the order of headers matters.
create table result_body (
  series_key integer not null references series (series_key) on delete cascade,
  slot timestamptz not null,
  headers json not null,
  body text,
  body_truncated boolean not null,
  primary key (series_key, slot)
);
-- Serves deleteBodies.
create index result_body_by_slot on result_body (slot);

-- Slots without a result, as ranges: `missed` by Vedette, or `skipped` because a check was still running.
create table slot_gap (
  series_key integer not null references series (series_key) on delete cascade,
  from_slot timestamptz not null,
  to_slot timestamptz not null,
  kind text not null check (kind in ('missed', 'skipped')),
  reason text not null,
  slots integer not null check (slots > 0),
  primary key (series_key, from_slot)
);

-- Results of a closed hour. `sketch` is a DDSketch of the response times in milliseconds.
create table result_rollup_hour (
  series_key integer not null,
  at timestamptz not null,
  total integer not null,
  failed integer not null,
  -- Results with a response time.
  measured integer not null,
  -- Sums over the results that `measured` counts, in microseconds; null for a phase that never occurred. The
  -- difference to response_us_sum is the download.
  response_us_sum bigint not null,
  response_us_min integer,
  response_us_max integer,
  sketch bytea,
  -- Results that passed only after a retry.
  retried integer not null default 0,
  dns_us_sum bigint,
  connect_us_sum bigint,
  tls_us_sum bigint,
  ttfb_us_sum bigint,
  -- Results that could not be evaluated; included in `total`.
  errors integer not null default 0,
  -- Whether it is from another monitoring tool. It has no sketch then.
  imported boolean not null default false,
  primary key (series_key, at)
);

-- The same for a closed day (UTC).
create table result_rollup_day (like result_rollup_hour including all);
-- Serves listStatsCells: days from another tool that has no hours of them.
create index result_rollup_day_imported on result_rollup_day (series_key, at) where imported;

-- The progress of rollups: everything before `hour` is rolled up, and `hour` itself for the series up to
-- `series_key`. One row.
create table rollup_progress (
  single boolean primary key default true check (single),
  hour timestamptz not null,
  series_key integer not null default 0
);

-- Organizations that keep results for a shorter time than the server, with the first day that is kept.
create table result_retention (
  org_id uuid primary key references organization (id) on delete cascade,
  retained_from date not null
);

-- Runs of API monitors and journeys, pings of heartbeats, and the health of the service itself.

-- ---------------------------------------------------------------------------------------------------------
-- Runs
-- ---------------------------------------------------------------------------------------------------------

-- One execution of an API monitor or a journey. No foreign key to target: clients can read a run after its target
-- was deleted.
create table run (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  target_id uuid not null,
  kind text not null check (kind in ('api_monitor', 'journey')),
  location text not null,
  trigger text not null check (trigger in ('schedule', 'manual', 'pipeline')),
  -- Identifies the run's result within its series: the slot of the schedule, otherwise a unique instant.
  slot timestamptz not null,
  status text not null check (status in ('running', 'pending_retry', 'passed', 'failed')),
  -- The stage of an open run: queued, sent to a runner, started there, or waiting for its retry.
  stage text check (stage in ('queued', 'sent', 'started', 'waiting')),
  -- When an open run must be checked even if nothing was heard of it.
  due_at timestamptz,
  attempt smallint not null default 1,
  max_attempts smallint not null,
  -- Counts how often the run was sent to a runner.
  lease integer not null default 0,
  -- Of one attempt, from the definition when the run was last sent.
  timeout_ms integer not null,
  -- What a pipeline requested in addition to the definition.
  overrides jsonb,
  runner text,
  queued_at timestamptz not null,
  started_at timestamptz,
  attempt_started_at timestamptz,
  finished_at timestamptz,
  duration_ms integer,
  error jsonb,
  -- Finished attempts in order: runner, times, status and error of each.
  attempts jsonb not null default '[]',
  steps_total smallint not null default 0,
  steps_passed smallint not null default 0,
  -- Of journeys: Core Web Vitals, and the largest difference of a screenshot to its baseline.
  web_vitals jsonb,
  visual_diff_percent real,
  -- Why files of the run were not kept.
  artifact_error text,
  -- An open run has a stage, a finished one has none.
  check ((stage is null) = (status in ('passed', 'failed'))),
  check ((finished_at is null) = (stage is not null))
);
-- One run per slot, however often its tick is delivered. Also serves listRuns of a target and its newest slot.
create unique index run_slot on run (target_id, location, slot);
create index run_by_target on run (target_id, id);
-- Serves listRuns of an organization.
create index run_by_org on run (org_id, id);
-- Serves the run queues.
create index run_open on run (target_id, location) where stage is not null;
-- One run of a target is in flight at a location.
create unique index run_in_flight on run (target_id, location) where stage in ('sent', 'started', 'waiting');
-- Serves the search for overdue runs.
create index run_due on run (due_at) where stage is not null;

-- The steps of each attempt. Partitioned by day of the run's id, which starts with its time.
create table run_step (
  run_id uuid not null,
  attempt smallint not null,
  index smallint not null,
  name text not null,
  action text not null,
  status text not null check (status in ('passed', 'failed', 'skipped')),
  started_at timestamptz,
  duration_ms integer,
  error jsonb,
  url text,
  -- Request, response, assertions and extracted values, or null. `json`, because the order of headers matters.
  details json,
  primary key (run_id, attempt, index)
) partition by range (run_id);

-- A file of a run. Several rows can reference one file: a baseline is shown with each run that was compared with it.
create table artifact (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  run_id uuid not null references run (id) on delete cascade,
  kind text not null check (kind in ('screenshot', 'trace', 'video', 'har', 'log', 'baseline', 'diff')),
  name text not null,
  content_type text not null,
  bytes bigint not null,
  key text not null,
  step_index smallint,
  label text,
  created_at timestamptz not null
);
-- Serves listArtifacts of a run, and the deletion of runs.
create index artifact_by_run on artifact (run_id, id);
-- Serves the deletion of organizations.
create index artifact_by_org on artifact (org_id);
-- Serves listNamedKeys: which files are still referenced.
create index artifact_by_key on artifact (key);

-- The image with which a journey's screenshots of a label are compared. It outlives the run that it is from.
create table visual_baseline (
  target_id uuid not null references stored_target (id) on delete cascade,
  label text not null,
  -- Width and height in pixels, such as 1280x720, or the name of the device.
  viewport text not null,
  location text not null,
  org_id uuid not null references organization (id) on delete cascade,
  key text not null,
  bytes bigint not null,
  run_id uuid not null,
  -- The member or API key that accepted it; null for the image of the first run.
  accepted_by text,
  accepted_at timestamptz not null,
  primary key (target_id, label, viewport, location)
);
create index visual_baseline_by_org on visual_baseline (org_id);
create index visual_baseline_by_key on visual_baseline (key);

-- ---------------------------------------------------------------------------------------------------------
-- Pings
-- ---------------------------------------------------------------------------------------------------------

-- A received ping. Partitioned by day of its id, which starts with the time at which it was received. No foreign key, as
-- with results: the pings of a deleted heartbeat go with their partition.
create table heartbeat_ping (
  id uuid not null,
  heartbeat_id uuid not null,
  -- The slot that it answered; null for a ping between slots.
  slot timestamptz,
  duration_ms integer,
  -- Of the body as received.
  body_bytes integer not null,
  exit_status smallint,
  -- The scheduler shard of its heartbeat.
  shard smallint not null,
  -- s(uccess), b(egin), f(ail), l(og), i(gnored)
  kind "char" not null,
  -- Whether the scheduler has not evaluated it.
  pending boolean not null,
  body_truncated boolean not null,
  rid uuid,
  method text not null,
  source inet,
  user_agent text,
  metrics jsonb,
  body text,
  primary key (id)
) partition by range (id);
-- Serves listPings.
create index heartbeat_ping_by_heartbeat on heartbeat_ping (heartbeat_id, id);
-- Serves listWithBodies and dropBodies.
create index heartbeat_ping_with_body on heartbeat_ping (heartbeat_id, id) where body is not null;
-- Serves listPendingPings.
create index heartbeat_ping_pending on heartbeat_ping (shard, id) where pending;

-- The processes that receive pings. Their oldest rows show until when pings were received.
create table ping_receiver (
  id uuid primary key,
  -- Every ping that it received before is stored.
  committed_to timestamptz not null,
  renewed_at timestamptz not null,
  -- False after it stopped.
  is_live boolean not null
);

-- Times in which no process, or not every one, could accept pings.
create table ping_outage (
  from_at timestamptz primary key,
  to_at timestamptz not null
);

-- ---------------------------------------------------------------------------------------------------------
-- Service health
-- ---------------------------------------------------------------------------------------------------------

-- Processes that schedule checks, and when they ran. While none ran, nothing was monitored.
create table scheduler_process (
  id uuid primary key,
  version text not null,
  started_at timestamptz not null,
  -- Written every two seconds: the last known sign of a process that crashed.
  renewed_at timestamptz not null,
  -- Null while it runs, and if it crashed.
  stopped_at timestamptz
);

-- Times in which such a process did not run, although it had not stopped: the system suspended it (`stalled`), or the
-- clock jumped forward, as after a suspended machine (`clock`).
create table scheduler_stall (
  process_id uuid not null references scheduler_process (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null check (reason in ('stalled', 'clock')),
  primary key (process_id, from_at)
);

-- How late the scheduled checks of a closed hour started. `sketch` is a DDSketch of milliseconds.
create table check_delay_hour (
  org_id uuid not null references organization (id) on delete cascade,
  at timestamptz not null,
  checks integer not null,
  delay_ms_max integer not null,
  sketch bytea not null,
  primary key (org_id, at)
);

-- Once a minute and location, a runner checks a host that cannot exist: it must find it down.
create table self_check (
  at timestamptz not null,
  location text not null,
  passed boolean not null,
  -- From the request to the report; null without a report.
  duration_ms integer,
  primary key (at, location)
);

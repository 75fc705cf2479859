-- Journeys, the files that runs leave behind, and the images that a journey's screenshots are compared with.
-- New tables, and columns without a default on run: each statement takes its lock for milliseconds.

create table journey (
  id uuid primary key references target (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- Null: on demand only.
  interval_ms integer check (interval_ms between 10000 and 86400000),
  timeout_ms integer not null check (timeout_ms between 1000 and 1800000),
  primary_location text not null,
  -- Where it runs, the primary location among them.
  locations text[] not null,
  enabled boolean not null default true,
  max_retries smallint not null default 1 check (max_retries between 0 and 5),
  tags text[] not null default '{}',
  -- As text, as those of API monitors.
  steps json,
  script text,
  -- Width and height; null for the default's, or the device's.
  viewport jsonb,
  -- A name of Playwright's list of devices.
  device text,
  capture jsonb not null default '{"trace": "on_failure", "video": "never"}',
  status text not null default 'pending'
    check (status in ('pending', 'up', 'degraded', 'down', 'paused', 'maintenance')),
  status_since timestamptz not null,
  schedule_since timestamptz not null,
  revision integer not null default 1,
  shard smallint not null check (shard between 0 and 63),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- One or the other; with neither it is valid, and its runs say that there is nothing to do.
  check (steps is null or script is null)
);
-- Serve listJourneys in its four orders.
create index journey_by_age on journey (org_id, created_at, id);
create index journey_by_name on journey (org_id, name, id);
-- Serves listDefinitions of a scheduler's shards.
create index journey_by_shard on journey (shard);

-- Of journeys: how quick the page was, and how much of the worst screenshot differs from its baseline.
alter table run add column web_vitals jsonb;
alter table run add column visual_diff_percent real;
-- Why files of the run were not kept, though it has a result.
alter table run add column artifact_error text;

-- A file of a run. Several rows may name one file: a baseline is shown with each run that it was compared in.
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
-- Serve listNamedKeys: which files some row still names.
create index artifact_by_key on artifact (key);

-- The image that a journey's screenshot of a label is compared with. It outlives the run that it is from.
create table visual_baseline (
  target_id uuid not null references target (id) on delete cascade,
  label text not null,
  -- As width and height in pixels, such as 1280x720, or the device's name.
  viewport text not null,
  location text not null,
  org_id uuid not null references organization (id) on delete cascade,
  key text not null,
  bytes bigint not null,
  run_id uuid not null,
  -- The member or API key that took it; null for the first run's, which nobody judged.
  accepted_by text,
  accepted_at timestamptz not null,
  primary key (target_id, label, viewport, location)
);
create index visual_baseline_by_org on visual_baseline (org_id);
create index visual_baseline_by_key on visual_baseline (key);

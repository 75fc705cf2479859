-- Runs, API monitors, and what they share with monitors. Tables that results hang on are renamed, not
-- rewritten: each statement takes its lock for milliseconds.

-- Everything that is watched, whatever it is: what series, changes of status and alerts refer to.
create table target (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  kind text not null check (kind in ('monitor', 'api_monitor', 'journey'))
);
-- Serves the deletion of organizations.
create index target_by_org on target (org_id);
insert into target (id, org_id, kind) select id, org_id, 'monitor' from monitor;
alter table monitor add foreign key (id) references target (id) on delete cascade;

-- One target at one location, or one step of it: what results hang on, by a key of four bytes.
alter table monitor_location rename to series;
alter table series rename column monitor_id to target_id;
alter table series drop constraint monitor_location_monitor_id_fkey;
alter table series add foreign key (target_id) references target (id) on delete cascade;
alter table series drop constraint monitor_location_monitor_id_location_key;
-- Null for the target itself. A step is known by its name, so that its history survives a reordering.
alter table series add column step text;
create unique index series_name on series (target_id, location, step) nulls not distinct;

alter table monitor_state_change rename to status_change;
alter table status_change rename column monitor_id to target_id;
alter table status_change drop constraint monitor_state_change_monitor_id_fkey;
alter table status_change add foreign key (target_id) references target (id) on delete cascade;

alter table variable_use rename column monitor_id to target_id;
alter table variable_use drop constraint variable_use_monitor_id_fkey;
alter table variable_use add foreign key (target_id) references target (id) on delete cascade;
-- Made anew because an organization's cascades follow the order in which they were made: its targets have to go
-- before its variables, which cannot go while a target names them.
alter table variable drop constraint variable_org_id_fkey;
alter table variable add foreign key (org_id) references organization (id) on delete cascade;

-- Results that were good only at a further attempt.
alter table result_rollup_hour add column retried integer not null default 0;
alter table result_rollup_day add column retried integer not null default 0;

create table api_monitor (
  id uuid primary key references target (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  description text not null default '',
  interval_ms integer not null check (interval_ms between 1000 and 86400000),
  timeout_ms integer not null check (timeout_ms between 100 and 300000),
  locations text[] not null,
  enabled boolean not null default true,
  max_retries smallint not null default 1,
  tags text[] not null default '{}',
  variables jsonb not null default '{}',
  -- As text: a body is sent with its fields in the order in which they were written.
  steps json not null,
  status text not null default 'pending'
    check (status in ('pending', 'up', 'degraded', 'down', 'paused', 'maintenance')),
  status_since timestamptz not null,
  schedule_since timestamptz not null,
  revision integer not null default 1,
  shard smallint not null check (shard between 0 and 63),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serve listApiMonitors in its four orders.
create index api_monitor_by_age on api_monitor (org_id, created_at, id);
create index api_monitor_by_name on api_monitor (org_id, name, id);
-- Serves listDefinitions of a scheduler's shards.
create index api_monitor_by_shard on api_monitor (shard);

-- One execution of an API monitor or a journey. It outlives its target, for whoever still asks for it.
create table run (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  target_id uuid not null,
  kind text not null check (kind in ('api_monitor', 'journey')),
  location text not null,
  trigger text not null check (trigger in ('schedule', 'manual', 'pipeline')),
  -- Names the run's result among those of its series: the slot of the schedule, else a moment of its own.
  slot timestamptz not null,
  status text not null check (status in ('running', 'pending_retry', 'passed', 'failed')),
  -- Where an open run stands: waiting for its turn, handed to a runner, taken by it, or waiting to be tried again.
  stage text check (stage in ('queued', 'sent', 'started', 'waiting')),
  -- When somebody has to look after an open run though nothing was heard of it.
  due_at timestamptz,
  attempt smallint not null default 1,
  max_attempts smallint not null,
  -- Counts how often it was handed out.
  lease integer not null default 0,
  -- For one attempt, as the definition said when it was handed out last.
  timeout_ms integer not null,
  -- What a pipeline asked for beyond the definition.
  overrides jsonb,
  runner text,
  queued_at timestamptz not null,
  started_at timestamptz,
  attempt_started_at timestamptz,
  finished_at timestamptz,
  duration_ms integer,
  error jsonb,
  -- Attempts that ended, in order: runner, times, status and error of each.
  attempts jsonb not null default '[]',
  steps_total smallint not null default 0,
  steps_passed smallint not null default 0,
  -- An open run has a stage, an ended one has none.
  check ((stage is null) = (status in ('passed', 'failed'))),
  check ((finished_at is null) = (stage is not null))
);
-- One result a slot, however often its tick comes; serves listRuns of a target and its newest slot too.
create unique index run_slot on run (target_id, location, slot);
create index run_by_target on run (target_id, id);
-- Serves listRuns of an organization.
create index run_by_org on run (org_id, id);
-- Serves the lanes; one run of a target is under way at a location.
create index run_open on run (target_id, location) where stage is not null;
create unique index run_under_way on run (target_id, location) where stage in ('sent', 'started', 'waiting');
-- Serves the search for runs that somebody has to look after.
create index run_due on run (due_at) where stage is not null;

-- The steps of each attempt. Partitioned by day of the run's id, which begins with its time.
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
  -- Request, response, assertions and extracted values; null where there is none of it. As text, for the order
  -- of headers tells something.
  details json,
  primary key (run_id, attempt, index)
) partition by range (run_id);

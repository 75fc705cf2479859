-- Works with: 0012
-- What changed at targets, as checks saw it, and the common causes of several outages. New tables only: locks nothing.

-- What checks last saw of the servers behind a monitor, written only when it changes (ADR 0087).
create table target_fingerprint (
  target_id uuid primary key references stored_target (id) on delete cascade,
  -- MD5 of the definition of the check. With another definition, the next check sets the fingerprint.
  definition text not null,
  -- packages/server/src/pipeline/changes/observing/target-fingerprint.ts
  fingerprint jsonb not null,
  updated_at timestamptz not null
);

-- A change that checks of a monitor saw. At most 10 a day for each field of a monitor.
create table target_change (
  -- Starts with its time.
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  target_id uuid not null references stored_target (id) on delete cascade,
  at timestamptz not null,
  -- packages/contract/src/changes/change-fields.ts
  field text not null,
  before text not null,
  after text not null,
  -- Where it was seen, in the order of time.
  locations text[] not null,
  -- Whether the field is ignored from then on for a week, because it changes all the time.
  is_last boolean not null
);
-- Serves listObservedChanges and addChangeLocations.
create index target_change_by_target on target_change (target_id, at, id);
-- Serves the deletion of an organization.
create index target_change_by_org on target_change (org_id, at);

-- Which versions of runner programs were online at a location, and since when. The runners of a scheduler's own process are
-- not here: scheduler_process has its version.
create table runner_version (
  id uuid primary key,
  -- Null for a location of the server.
  org_id uuid references organization (id) on delete cascade,
  location text not null,
  version text not null,
  -- What was online last before it; null if it is the first of its location.
  previous_version text,
  first_at timestamptz not null,
  -- Written every minute while a runner with it is online.
  last_at timestamptz not null
);
-- Serves keepRunnerVersions and listRunnerUpdates.
create index runner_version_by_location on runner_version (location, org_id, last_at);
-- Serves the retention.
create index runner_version_by_age on runner_version (last_at);

-- What targets that turned bad together have in common and others lack (ADR 0088).
create table common_cause (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  incident_id uuid not null references incident (id) on delete cascade,
  -- address, network, certificate, host …: packages/server/src/pipeline/common-cause/find-common-cause.ts
  kind text not null,
  value text not null,
  -- A sentence with the counts.
  summary text not null,
  score real not null,
  -- The targets that turned bad.
  bad_ids uuid[] not null,
  -- All targets with the value, bad or not: an alert of one of them shares notifications.
  member_ids uuid[] not null,
  -- When the first of them turned bad.
  started_at timestamptz not null,
  updated_at timestamptz not null,
  unique (incident_id)
);
-- Serves listActiveCauses.
create index common_cause_by_age on common_cause (org_id, updated_at);

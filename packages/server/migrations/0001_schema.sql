-- The schema of Vedette, in the order in which the parts depend on each other: organizations and plans, people,
-- the audit log, targets, variables, results, runs, alerting, billing, mail and limits.
--
-- Later changes are new files with the next number. A comment above an index names the query that it serves.

-- ---------------------------------------------------------------------------------------------------------
-- Organizations and plans
-- ---------------------------------------------------------------------------------------------------------

-- The plans of the file that the server was started with, and plans of earlier files that organizations still have.
create table plan (
  id text primary key,
  -- The shape of packages/contract/src/billing/billing.ts.
  definition jsonb not null,
  -- The order of the file.
  position integer not null,
  -- Whether organizations can switch to it.
  is_offered boolean not null,
  -- Whether new organizations start with it.
  is_start boolean not null
);
create unique index plan_start on plan (is_start) where is_start;
insert into plan (id, position, is_offered, is_start, definition) values ('self-hosted', 0, true, true, '{
  "id": "self-hosted", "name": "Self-hosted", "description": "Everything, without limits.",
  "price": null, "stripe_lookup_key": null,
  "limits": {"monitors": null, "min_interval_seconds": null, "check_runs": null, "api_runs": null,
    "browser_runs": null, "members": null, "retention_days": null}}');

create table organization (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  plan_id text not null default 'self-hosted' references plan (id),
  -- When the organization switched its plan; null if it never did.
  plan_since timestamptz,
  settings jsonb not null default '{"timezone": "UTC", "retention_days": 90}',
  created_at timestamptz not null default now()
);

-- Returns the plan of an organization and keeps it unchanged until the transaction ends. If the plan has limits,
-- callers run one after the other, so that two cannot take the last place. Volatile: each statement sees what was
-- committed while the previous one waited.
create function hold_plan(of_org uuid) returns jsonb language plpgsql volatile as $$
declare
  found jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('plan of ' || of_org, 0));
  select p.definition into found
    from organization o join plan p on p.id = o.plan_id where o.id = of_org;
  if jsonb_strip_nulls(found -> 'limits') <> '{}' then
    perform pg_advisory_xact_lock(hashtextextended('quota of ' || of_org, 0));
  end if;
  return found;
end
$$;

create table api_key (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('agent', 'read', 'admin', 'runner')),
  -- SHA-256 of the whole key. The key itself is never stored.
  key_hash bytea not null unique,
  key_start text not null,
  -- The location of a runner's key.
  location text check ((scope = 'runner') = (location is not null)),
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
-- The name of a revoked key can be used again. Serves findKeyByName and the unique rule.
create unique index api_key_name on api_key (org_id, name) where revoked_at is null;
-- Serves listPrivateLocations. Keys are never deleted, so a location that was private stays private.
create index api_key_by_location on api_key (org_id, location) where location is not null;

-- ---------------------------------------------------------------------------------------------------------
-- People
-- ---------------------------------------------------------------------------------------------------------

-- person, session, account, verification and two_factor are the tables that better-auth requires, with our names
-- (api/identity/auth-schema.ts maps them).

create table person (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  two_factor_enabled boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- SHA-256 of the token, in hexadecimal. The token itself is never stored. Serves findSession.
  token_hash text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the session was last used, so that users recognize their own.
  last_seen_at timestamptz
);
-- Serves deleteSessionsOf.
create index session_by_person on session (person_id);
-- Serves deleteExpiredSessions.
create index session_by_expiry on session (expires_at);

-- Open event streams check their access again as soon as a session ends (platform/storage/access-notice.ts).
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '');
  return null;
end
$$;
create trigger session_ended after delete on session
  for each statement execute function notify_session_ended();

-- A sign-in method of a person: `credential` with a password, or `oidc`.
create table account (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
-- Each sign-in reads the accounts of a person.
create index account_by_person on account (person_id);

-- Pending steps: a password reset, the second factor of a sign-in, the state of a sign-in by OpenID Connect.
create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_by_identifier on verification (identifier);
-- Serves deletePendingOf.
create index verification_by_value on verification (value);
-- Serves deleteExpiredVerifications.
create index verification_by_expiry on verification (expires_at);

create table two_factor (
  id uuid primary key,
  person_id uuid not null unique references person (id) on delete cascade,
  -- Both are encrypted by better-auth with the secret of the sessions.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Signs cookies and encrypts two_factor; encrypted with the master key, which is not in the database. One row.
create table installation_secret (
  single boolean primary key default true check (single),
  wrapped bytea not null,
  master_key_id text not null
);

-- The link with which the first user signs up. Only the newest is kept.
create table setup_link (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Sign-ups whose address is not confirmed yet. Several of one address can exist, so that a sign-up with a foreign
-- address does not affect its owner.
create table pending_sign_up (
  -- SHA-256 of the token in the mailed link. The token itself is never stored.
  token_hash bytea primary key,
  email text not null check (email = lower(email)),
  name text not null,
  -- An argon2id hash.
  password text not null,
  expires_at timestamptz not null
);
-- Serves deletePendingSignUps.
create index pending_sign_up_by_email on pending_sign_up (email);
-- Serves deleteExpiredSignUps.
create index pending_sign_up_by_expiry on pending_sign_up (expires_at);

-- Attempts to sign in or to request a mail, per IP address and per email address, across all nodes.
create table sign_in_attempt (
  -- SHA-256 of what is counted, so that no IP address or email address of a stranger is stored.
  subject_hash bytea primary key,
  attempts integer not null,
  since timestamptz not null
);
-- Serves deleteOldAttempts.
create index sign_in_attempt_by_age on sign_in_attempt (since);

-- No cascade from person: memberships are deleted, and logged, before their person.
create table membership (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  person_id uuid not null references person (id),
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  joined_at timestamptz not null,
  unique (org_id, person_id)
);
-- Serves listOrganizationsOf, and findMembership of every request with a session.
create index membership_by_person on membership (person_id, joined_at, id);

create table invitation (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  -- SHA-256 of the token in the link. The token itself is never stored.
  token_hash bytea not null unique,
  -- The name of the person or API key, for display.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
-- At most one open invitation per address, also with concurrent requests. Serves listInvitations.
create unique index invitation_open on invitation (org_id, email)
  where accepted_at is null and revoked_at is null;

-- ---------------------------------------------------------------------------------------------------------
-- Audit log
-- ---------------------------------------------------------------------------------------------------------

-- Who did what. No foreign keys: the log outlives the objects that it describes, and organizations.
create table audit_entry (
  org_id uuid not null,
  -- Assigned by the trigger below: 1, 2, 3 … for each organization, without gaps.
  seq bigint not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('key', 'member', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  ip inet,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (org_id, seq)
);
-- Serves deleteOldEntries.
create index audit_entry_by_age on audit_entry (at);

-- The newest entry of each organization. The row is locked until the writer commits, so the entries of one
-- organization are chained in the order of their commits.
create table audit_chain (
  org_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);

-- The content of an entry's hash. The time is a number, because its text depends on the time zone of the session.
create function audit_entry_hash(entry audit_entry) returns bytea language sql stable as $$
  select sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.org_id, entry.seq, entry.id, extract(epoch from entry.at), entry.actor_kind, entry.actor_id,
    entry.actor_name, entry.action, entry.target_type, entry.target_id, entry.before, entry.after,
    entry.request_id, host(entry.ip))::text, 'UTF8'))
$$;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_chain;
begin
  insert into audit_chain as c (org_id, seq, hash) values (new.org_id, 1, '')
    on conflict (org_id) do update set seq = c.seq + 1
    returning * into head;
  new.seq := head.seq;
  new.previous_hash := head.hash;
  new.hash := audit_entry_hash(new);
  update audit_chain set hash = new.hash where org_id = new.org_id;
  return new;
end
$$;
create trigger audit_entry_chain before insert on audit_entry
  for each row execute function chain_audit_entry();

-- Only retention (deleteOldEntries) changes the log: it deletes entries older than 400 days.
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_entry_kept before update or delete on audit_entry
  for each row execute function keep_audit_entry();
create trigger audit_entry_not_emptied before truncate on audit_entry
  for each statement execute function keep_audit_entry();

-- ---------------------------------------------------------------------------------------------------------
-- Targets
-- ---------------------------------------------------------------------------------------------------------

-- Everything that is monitored. Holds what all kinds have in common; the table of the kind holds the rest
-- (ADR 0050). The lifecycle is pipeline/targets/.
create table target (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  kind text not null check (kind in ('monitor', 'api_monitor', 'journey')),
  name text not null,
  description text not null default '',
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
  updated_at timestamptz not null
);
-- Serve listTargets in its four orders; also serve the deletion of organizations.
create index target_by_age on target (org_id, created_at, id);
create index target_by_name on target (org_id, name, id);
-- Serve the lists of one kind.
create index target_of_kind_by_age on target (org_id, kind, created_at, id);
create index target_of_kind_by_name on target (org_id, kind, name, id);
-- Serves listDefinitions of a scheduler's shards.
create index target_by_shard on target (shard);

-- A check of one request: HTTP, TCP … The shape of `config` depends on the type and is validated by
-- packages/contract/src/checks/ at every write and read.
create table monitor (
  id uuid primary key references target (id) on delete cascade,
  type text not null,
  config jsonb not null
);

create table api_monitor (
  id uuid primary key references target (id) on delete cascade,
  variables jsonb not null default '{}',
  -- `json` keeps the order of keys: a body is sent with its fields in the order in which they were written.
  steps json not null
);

create table journey (
  id uuid primary key references target (id) on delete cascade,
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

-- While a parent is down, notifications of its children are suppressed.
create table target_parent (
  child_id uuid not null references target (id) on delete cascade,
  parent_id uuid not null references target (id) on delete cascade,
  primary key (child_id, parent_id),
  check (child_id <> parent_id)
);
create index target_parent_by_parent on target_parent (parent_id);

-- Every change of a target's status. Uptime is computed from it.
create table status_change (
  target_id uuid not null references target (id) on delete cascade,
  at timestamptz not null,
  status text not null,
  previous_status text not null,
  primary key (target_id, at)
);

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
  sealed bytea check ((sealed is not null) = (type = 'secret')),
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
create table variable_use (
  variable_id uuid not null references variable (id),
  target_id uuid not null references target (id) on delete cascade,
  primary key (variable_id, target_id)
);
-- Serves dropOtherUses, and the deletion of targets.
create index variable_use_by_target on variable_use (target_id);

-- ---------------------------------------------------------------------------------------------------------
-- Results
-- ---------------------------------------------------------------------------------------------------------

-- One target at one location, or one step of it. Results reference it by a key of four bytes.
create table series (
  series_key integer generated always as identity primary key,
  target_id uuid not null references target (id) on delete cascade,
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
create unique index series_name on series (target_id, location, step) nulls not distinct;

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
  -- Error and assertions; null for a plain success.
  details jsonb
) partition by range (slot);
-- One result per slot, however often it is reported. Serves listResults too.
create unique index check_result_slot on check_result (series_key, slot);
-- Serves listResults by status: finds failures without reading the successes between them.
create index check_result_not_up on check_result (series_key, slot) where status <> 'u';

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
  primary key (series_key, at)
);

-- The same for a closed day (UTC).
create table result_rollup_day (like result_rollup_hour including all);

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
  kept_from date not null
);

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
  target_id uuid not null references target (id) on delete cascade,
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
-- Alerting
-- ---------------------------------------------------------------------------------------------------------

create table alert_channel (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in ('slack', 'email', 'webhook', 'discord', 'teams', 'telegram', 'pagerduty')),
  -- Readable settings: recipients, header names, masked URLs.
  config jsonb not null,
  -- Secret settings: URLs that are credentials, tokens, signing secrets. An encrypted JSON object.
  sealed bytea not null,
  version integer not null default 1,
  -- When and why Vedette disabled the channel after a permanent failure; null if it is enabled.
  disabled_at timestamptz,
  disabled_reason text,
  -- The lease of the process that sends on it. It expires, so that a crashed process is replaced.
  busy_until timestamptz,
  -- When the owners were last notified of its failure: at most once an hour.
  owners_notified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serve listChannels in its four orders.
create index alert_channel_by_age on alert_channel (org_id, created_at, id);
create index alert_channel_by_name on alert_channel (org_id, name, id);

create table alert_rule (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in
    ('consecutive_failures', 'error_rate', 'latency_threshold', 'visual_diff_threshold', 'ssl_expiry')),
  params jsonb not null,
  -- Null: every target of the organization that the type applies to.
  target_id uuid references target (id) on delete cascade,
  severity text not null default 'critical' check (severity in ('critical', 'warning')),
  enabled boolean not null default true,
  cooldown_seconds integer not null default 0,
  remind_every_seconds integer,
  notify_recovery boolean not null default true,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index alert_rule_by_age on alert_rule (org_id, created_at, id);
create index alert_rule_by_name on alert_rule (org_id, name, id);
create index alert_rule_by_target on alert_rule (target_id);

create table alert_rule_channel (
  rule_id uuid not null references alert_rule (id) on delete cascade,
  channel_id uuid not null references alert_channel (id) on delete cascade,
  -- The order of the request.
  position smallint not null,
  primary key (rule_id, channel_id)
);
create index alert_rule_channel_by_channel on alert_rule_channel (channel_id);

-- Whether a rule's condition holds for a target. An alert opens only when this changes to true.
create table alert_condition (
  rule_id uuid not null references alert_rule (id) on delete cascade,
  target_id uuid not null references target (id) on delete cascade,
  holds boolean not null,
  since timestamptz not null,
  -- The end of the cooldown, before which no further alert opens.
  quiet_until timestamptz,
  primary key (rule_id, target_id)
);

-- No foreign keys to rule and target: an alert outlives both.
create table alert (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  rule_id uuid not null,
  rule_type text not null,
  severity text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'resolved')),
  target_id uuid not null,
  target_kind text not null,
  target_name text not null,
  title text not null,
  message text not null,
  evidence jsonb not null,
  -- Why notifications are suppressed: a parent that is down, or maintenance.
  suppressed_by text,
  triggered_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  remind_at timestamptz,
  resolved_at timestamptz,
  resolved_by text
);
-- One open alert per rule and target, also with concurrent evaluations.
create unique index alert_open on alert (rule_id, target_id) where resolved_at is null;
-- Serve listAlerts and its filters. An id starts with its time.
create index alert_by_age on alert (org_id, id);
create index alert_by_target on alert (org_id, target_id, id);
-- Serves listLeftAlerts. Small, because an alert is pending for seconds.
create index alert_pending on alert (triggered_at) where status = 'pending';
-- Serves listSuppressedTargets, which runs every few seconds.
create index alert_suppressed on alert (target_id) where suppressed_by is not null and resolved_at is null;
create index alert_to_remind on alert (remind_at) where resolved_at is null and remind_at is not null;

-- Outbox: what is to be sent on a channel, written in the transaction of its cause.
create table alert_notification (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  alert_id uuid references alert (id) on delete cascade,
  -- No foreign key: the log of deliveries outlives the channel.
  channel_id uuid not null,
  kind text not null check (kind in ('opened', 'resolved', 'reminder', 'operator')),
  -- For kind `operator`: the text for the owners.
  body jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'given_up', 'dropped')),
  tries smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  done_at timestamptz,
  -- The message with this notification, and maybe others. Chosen before the first attempt and kept for retries.
  message_id uuid,
  -- Recipients that already have it; retries skip them.
  taken text[] not null default '{}',
  -- The message's id at the service, so that the recovery can reply to it.
  thread text
);
create index alert_notification_due on alert_notification (channel_id, due_at) where status = 'waiting';
create index alert_notification_by_alert on alert_notification (alert_id);
-- Serves countMessagesSince, which limits a channel to a few messages a minute.
create index alert_notification_by_channel on alert_notification (channel_id, done_at) where status = 'delivered';

-- Every attempt to send a notification.
create table alert_delivery (
  id uuid primary key,
  notification_id uuid not null references alert_notification (id) on delete cascade,
  alert_id uuid,
  channel_id uuid not null,
  kind text not null,
  attempt smallint not null,
  at timestamptz not null,
  ok boolean not null,
  status_code smallint,
  error text
);
create index alert_delivery_by_alert on alert_delivery (alert_id, at);

create table maintenance_window (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  mode text not null check (mode in ('mute', 'pause')),
  starts_at timestamptz not null,
  duration_seconds integer not null check (duration_seconds between 60 and 2592000),
  -- RFC 5545 without DTSTART; null for a window that occurs once.
  rrule text,
  timezone text not null default 'UTC',
  counts_uptime boolean not null default true,
  target_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  ended_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index maintenance_window_by_age on maintenance_window (org_id, created_at, id);
create index maintenance_window_by_name on maintenance_window (org_id, name, id);

-- ---------------------------------------------------------------------------------------------------------
-- Billing
-- ---------------------------------------------------------------------------------------------------------

-- Usage in a month (UTC), counted in the transaction that stores the results.
create table usage_month (
  org_id uuid not null references organization (id) on delete cascade,
  month date not null,
  check_runs bigint not null default 0,
  api_runs bigint not null default 0,
  browser_runs bigint not null default 0,
  -- When the owners were notified that a limit is reached; null until then.
  check_runs_notified_at timestamptz,
  api_runs_notified_at timestamptz,
  browser_runs_notified_at timestamptz,
  primary key (org_id, month)
) with (fillfactor = 50);
-- Serves listUsedUp, once a minute.
create index usage_month_by_month on usage_month (month);

create table subscription (
  org_id uuid primary key references organization (id) on delete cascade,
  provider text not null check (provider in ('built-in', 'stripe')),
  customer_id text,
  subscription_id text,
  -- The paid plan; the organization has it while the status allows.
  plan_id text not null references plan (id),
  -- The status of the payment service: active, trialing, past_due, canceled, unpaid …
  status text not null,
  current_period_end timestamptz,
  -- The end of the grace period after a failed payment.
  grace_until timestamptz,
  updated_at timestamptz not null
);
-- Webhooks identify an organization by these.
create unique index subscription_customer on subscription (provider, customer_id);
create unique index subscription_name on subscription (provider, subscription_id);
-- Serves listLapsed.
create index subscription_grace on subscription (grace_until) where grace_until is not null;

-- Webhook events of the payment service, so that each is processed once.
create table billing_event (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, event_id)
);

-- One-time links of the built-in checkout.
create table checkout (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  plan_id text not null references plan (id),
  -- The only person who may use it; null if an API key created it: then any admin of the organization may.
  person_id uuid references person (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- Serves deleteOldCheckouts.
create index checkout_by_age on checkout (expires_at);
create index checkout_by_org on checkout (org_id);

-- What is stored of Stripe in addition to the subscription.
create table stripe_customer (
  org_id uuid primary key references organization (id) on delete cascade,
  customer_id text not null unique,
  -- Deleted at Stripe: the next checkout creates another customer.
  is_deleted boolean not null default false,
  -- Synchronizations are numbered when they start, so that a slow one does not overwrite a later one.
  syncs_started bigint not null default 0,
  last_applied_sync bigint not null default 0,
  synced_at timestamptz,
  -- When a user was last redirected to a page of Stripe, where they may change something.
  redirected_at timestamptz,
  created_at timestamptz not null
);
-- Serves listUnsynced.
create index stripe_customer_by_sync on stripe_customer (synced_at nulls first);

-- ---------------------------------------------------------------------------------------------------------
-- Mail and limits
-- ---------------------------------------------------------------------------------------------------------

-- Whether an address that belongs to no member accepts mail of an organization.
create table mail_recipient (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  -- When the last confirmation mail was sent.
  asked_at timestamptz,
  confirmed_at timestamptz,
  refused_at timestamptz,
  check (confirmed_at is null or refused_at is null),
  unique (org_id, email)
);

-- Addresses that accept no mail of any organization of this server.
create table mail_refusal (
  email text primary key check (email = lower(email)),
  refused_at timestamptz not null
);

-- How often an action occurred in a time window, across all nodes.
create table action_count (
  -- SHA-256 of what is counted, so that no address is stored.
  subject_hash bytea primary key,
  actions integer not null,
  since timestamptz not null
);
-- Serves deleteOldActions.
create index action_count_by_age on action_count (since);

-- First responses of create requests, kept for 24 hours, so that a repeated request changes nothing.
create table idempotency_key (
  caller text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status smallint,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, route, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- Organizations, keys, monitors, results, rollups. Runs on an empty database: no lock matters.

create table organization (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  plan_id text not null default 'self-hosted',
  settings jsonb not null default '{"timezone": "UTC", "retention_days": 90}',
  created_at timestamptz not null default now()
);

create table api_key (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('agent', 'read', 'admin')),
  -- SHA-256 of the whole key: the key itself is never stored.
  key_hash bytea not null unique,
  key_start text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
-- A name is free again once its key is revoked. Serves findKeyByName and the unique rule.
create unique index api_key_name on api_key (org_id, name) where revoked_at is null;

-- First answers of creates, for 24 hours, so that a repeated request changes nothing.
create table idempotency_key (
  caller text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, route, key)
);
create index idempotency_key_age on idempotency_key (created_at);

create table monitor (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in ('url', 'tcp')),
  url text,
  method text,
  host text,
  port integer,
  interval_ms integer not null check (interval_ms between 1000 and 86400000),
  timeout_ms integer not null check (timeout_ms between 100 and 300000),
  locations text[] not null,
  headers jsonb not null default '{}',
  assertions jsonb not null default '[]',
  enabled boolean not null default true,
  retries smallint not null default 1,
  follow_redirects boolean not null default true,
  verify_tls boolean not null default true,
  body text,
  degraded_after_ms integer,
  tags text[] not null default '{}',
  status text not null default 'pending'
    check (status in ('pending', 'up', 'degraded', 'down', 'paused', 'maintenance')),
  status_since timestamptz not null,
  -- From here on every slot of the schedule has to be accounted for.
  schedule_since timestamptz not null,
  -- Counts changes of definition and status: a writer with an old picture is told so.
  revision integer not null default 1,
  -- Which of the 64 scheduler shards the monitor belongs to.
  shard smallint not null check (shard between 0 and 63),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serve listMonitors in its four orders.
create index monitor_by_age on monitor (org_id, created_at, id);
create index monitor_by_name on monitor (org_id, name, id);
-- Serves listDefinitions of a scheduler's shards.
create index monitor_by_shard on monitor (shard);

-- One monitor at one location: what results hang on, by a key of four bytes.
create table monitor_location (
  series_key integer generated always as identity primary key,
  monitor_id uuid not null references monitor (id) on delete cascade,
  location text not null,
  -- False once the location was taken from the monitor; its history stays.
  active boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'up', 'degraded', 'down')),
  status_since timestamptz not null,
  consecutive_failures integer not null default 0,
  unique (monitor_id, location)
);

-- Every change of a monitor's status; uptime is read from here.
create table monitor_state_change (
  monitor_id uuid not null references monitor (id) on delete cascade,
  at timestamptz not null,
  status text not null,
  previous_status text not null,
  primary key (monitor_id, at)
);

-- What answered a check and who asked: repeated in nearly every result, so kept once.
create table check_peer (
  peer_key integer generated always as identity primary key,
  runner text not null,
  ip inet,
  tls_expires_at timestamptz,
  tls_issuer text,
  tls_protocol text,
  last_used_on date not null default current_date,
  unique nulls not distinct (runner, ip, tls_expires_at, tls_issuer, tls_protocol)
);

-- One row a check. Partitioned by day; the order of the columns avoids padding (ADR 0009).
create table check_result (
  slot timestamptz not null,
  series_key integer not null,
  response_us integer,
  dns_us integer,
  connect_us integer,
  tls_us integer,
  ttfb_us integer,
  body_bytes integer,
  peer_key integer not null,
  late_ms smallint not null,
  status_code smallint,
  attempts smallint not null,
  -- u(p), g (degraded), d(own)
  status "char" not null,
  -- s(chedule), m(anual)
  trigger "char" not null,
  -- Error and assertions; null for a plain success.
  details jsonb
) partition by range (slot);
-- One result a slot, however often it is reported. Serves listResults too.
create unique index check_result_slot on check_result (series_key, slot);
-- Serves listResults by status: failures are found without reading the successes between them.
create index check_result_trouble on check_result (series_key, slot) where status <> 'u';

-- Slots without a result, as ranges: `missed` by us, or `skipped` because a check was still running.
create table slot_gap (
  series_key integer not null references monitor_location (series_key) on delete cascade,
  from_slot timestamptz not null,
  to_slot timestamptz not null,
  kind text not null check (kind in ('missed', 'skipped')),
  reason text not null,
  slots integer not null check (slots > 0),
  primary key (series_key, from_slot)
);

-- Results of a closed hour, folded. `sketch` is a DDSketch of the response times in milliseconds.
create table result_rollup_hour (
  series_key integer not null,
  at timestamptz not null,
  total integer not null,
  failed integer not null,
  measured integer not null,
  response_us_sum bigint not null,
  response_us_min integer,
  response_us_max integer,
  sketch bytea,
  primary key (series_key, at)
);

-- The same for a closed day (UTC).
create table result_rollup_day (like result_rollup_hour including all);

-- How far folding has come: everything before `hour` is folded, and of `hour` itself the series up to
-- `series_key`. One row.
create table rollup_progress (
  single boolean primary key default true check (single),
  hour timestamptz not null,
  series_key integer not null default 0
);

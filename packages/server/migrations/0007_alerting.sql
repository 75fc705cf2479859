-- Alerting: channels, rules, alerts, and the notices that carry them. New tables only: no lock matters.

create table alert_channel (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in ('slack', 'email', 'webhook', 'discord', 'teams', 'telegram', 'pagerduty')),
  -- What may be shown: recipients, header names, masked addresses.
  config jsonb not null,
  -- What may not: addresses that are credentials, tokens, signing secrets. A JSON object, sealed.
  sealed bytea not null,
  version integer not null default 1,
  -- Switched off by us after a permanent failure, and why; null while it is in use.
  disabled_at timestamptz,
  disabled_reason text,
  -- Until when the one who sends on it keeps others off; a sender that died is thus succeeded.
  busy_until timestamptz,
  -- When the owners were last told that it fails: once an hour is enough.
  owners_told_at timestamptz,
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
  -- Null for every target of the organization that the type applies to.
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
  -- In the order in which they were named.
  position smallint not null,
  primary key (rule_id, channel_id)
);
create index alert_rule_channel_by_channel on alert_rule_channel (channel_id);

-- Whether a rule's condition holds for a target: an alert opens where it begins to, and only there.
create table alert_condition (
  rule_id uuid not null references alert_rule (id) on delete cascade,
  target_id uuid not null references target (id) on delete cascade,
  holds boolean not null,
  since timestamptz not null,
  -- Until when a cooldown keeps the next alert back.
  quiet_until timestamptz,
  primary key (rule_id, target_id)
);

-- An alert outlives its rule and its target: it is what happened.
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
  -- Why nobody is told of it: a parent that is down, or maintenance.
  suppressed_by text,
  triggered_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  remind_at timestamptz,
  resolved_at timestamptz,
  resolved_by text
);
-- One open alert of a rule and target, also in a race.
create unique index alert_open on alert (rule_id, target_id) where resolved_at is null;
-- Serve listAlerts and its filters: an id begins with its time.
create index alert_by_age on alert (org_id, id);
create index alert_by_target on alert (org_id, target_id, id);
-- Serves listLeftAlerts, and is small: an alert is pending for seconds.
create index alert_pending on alert (triggered_at) where status = 'pending';
-- Serves listSuppressedTargets, which is asked every few seconds.
create index alert_suppressed on alert (target_id) where suppressed_by is not null and resolved_at is null;
create index alert_to_remind on alert (remind_at) where resolved_at is null and remind_at is not null;

-- What is to be told on a channel, written with what caused it: a transaction that commits is told of.
create table alert_notice (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  alert_id uuid references alert (id) on delete cascade,
  -- No reference: who was told stays known when the channel is deleted.
  channel_id uuid not null,
  kind text not null check (kind in ('opened', 'resolved', 'reminder', 'operator')),
  -- For kind operator: what the owners are told.
  body jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'given_up', 'dropped')),
  tries smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  done_at timestamptz,
  -- The message that carries it, and perhaps others: chosen before the first try and the same in every other.
  message_id uuid,
  -- Of several recipients those who have it already: a later try leaves them out.
  taken text[] not null default '{}',
  -- What the product calls the message, so that the recovery can answer it.
  thread text
);
create index alert_notice_due on alert_notice (channel_id, due_at) where status = 'waiting';
create index alert_notice_by_alert on alert_notice (alert_id);
-- Serves countMessagesSince, which keeps a channel to a few messages a minute.
create index alert_notice_by_channel on alert_notice (channel_id, done_at) where status = 'delivered';

-- Every try of every notice, as it went.
create table alert_delivery (
  id uuid primary key,
  notice_id uuid not null references alert_notice (id) on delete cascade,
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
  -- RFC 5545, without DTSTART; null for once.
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

-- While a parent is down the alerts of its children are kept back.
create table target_parent (
  child_id uuid not null references target (id) on delete cascade,
  parent_id uuid not null references target (id) on delete cascade,
  primary key (child_id, parent_id),
  check (child_id <> parent_id)
);
create index target_parent_by_parent on target_parent (parent_id);

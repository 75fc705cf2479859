-- Alerting, billing, mail, limits and domains.

-- ---------------------------------------------------------------------------------------------------------
-- Alerting
-- ---------------------------------------------------------------------------------------------------------

create table alert_channel (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  -- Of packages/contract/src/alerts/channels/channel-types.ts, which validates it.
  type text not null,
  -- Readable settings: recipients, header names, masked URLs.
  config jsonb not null,
  -- Secret settings: URLs that are credentials, tokens, signing secrets. An encrypted JSON object.
  encrypted_config bytea not null,
  version integer not null default 1,
  -- The user's texts in place of the standard ones: packages/contract/src/alerts/templates/. Null: none.
  templates jsonb,
  -- Severities of alerts that it takes; null: all.
  only_severity text[],
  -- packages/contract/src/alerts/channels/quiet-hours.ts; null: none.
  quiet_hours jsonb,
  -- When and why Vedette disabled the channel after a permanent failure; null if it is enabled.
  disabled_at timestamptz,
  disabled_reason text,
  -- Whether messages have a link by which everyone who reads the channel acknowledges the alert.
  acknowledge_links boolean not null default true,
  -- The lease of the process that sends on it. It expires, so that a crashed process is replaced.
  locked_until timestamptz,
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
    ('consecutive_failures', 'error_rate', 'latency_threshold', 'visual_diff_threshold', 'ssl_expiry', 'expiry',
     'flapping', 'missed', 'no_data', 'metric', 'burn_rate', 'change')),
  params jsonb not null,
  -- The SLO that a rule of the type burn_rate is about; it has no target and no selector then. No foreign key, because
  -- 0015_slos.sql has the table: an SLO that a rule is about cannot be deleted.
  slo_id uuid check ((slo_id is not null) = (type = 'burn_rate')),
  -- Null: every target of the organization that the type applies to.
  target_id uuid references stored_target (id) on delete cascade,
  -- Which targets it covers if it names none: packages/contract/src/targets/selectors.ts. Null: all.
  selector jsonb check (selector is null or target_id is null),
  severity text not null default 'critical' check (severity in ('critical', 'warning')),
  enabled boolean not null default true,
  cooldown_seconds integer not null default 0,
  -- How long the condition must hold before an alert opens.
  confirm_seconds integer not null default 0 check (confirm_seconds between 0 and 3600),
  -- Good results in a row after which an alert resolves.
  recovery_threshold smallint not null default 1 check (recovery_threshold between 1 and 100),
  remind_every_seconds integer,
  notify_recovery boolean not null default true,
  -- Whether notifications are held back while alerts of a target open and resolve again and again.
  flap_detection boolean not null default false,
  -- Who is notified until someone acknowledges. No foreign key, because 0010_escalations.sql has the table: a policy
  -- that a rule uses cannot be deleted.
  escalation_policy_id uuid,
  -- Whether its alerts open incidents (0006_incidents.sql).
  opens_incident boolean not null default false,
  -- target, group, rule or tag:<name>: which alerts share notifications.
  group_by text not null default 'target',
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index alert_rule_by_age on alert_rule (org_id, created_at, id);
create index alert_rule_by_name on alert_rule (org_id, name, id);
create index alert_rule_by_target on alert_rule (target_id);
-- Serves countRulesOf.
create index alert_rule_by_policy on alert_rule (escalation_policy_id) where escalation_policy_id is not null;
-- Serves listRulesOfSlo.
create index alert_rule_by_slo on alert_rule (slo_id) where slo_id is not null;

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
  target_id uuid not null references stored_target (id) on delete cascade,
  holds boolean not null,
  since timestamptz not null,
  -- The end of the cooldown, before which no further alert opens.
  cooldown_until timestamptz,
  -- Since when the condition holds while its alert waits for the confirmation time of the rule.
  pending_since timestamptz,
  -- While the alert is open and its rule requires several good results: those in a row, by key of the failing
  -- series; 0 stands for the whole target.
  recovery jsonb not null default '{}',
  -- While the alert of a rule with several steps is open: the step that was notified last.
  step integer,
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
  -- Open alerts of the rule with the same key share their notifications; null: it has its own (ADR 0056).
  group_key text,
  -- The policy by which it escalates; null if its rule has none.
  escalation_policy_id uuid,
  -- Why notifications are suppressed: a parent that is down, maintenance, a snooze, or flapping.
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
create index alert_by_slo on alert (org_id, (evidence #>> '{slo,id}'), id) where rule_type = 'burn_rate';
-- Serves the summary of targets.
create index alert_open_by_target on alert (org_id, target_id) where resolved_at is null;
-- Serves listLeftAlerts. Small, because an alert is pending for seconds.
create index alert_pending on alert (triggered_at) where status = 'pending';
-- Serves listSuppressedTargets, which runs every few seconds.
create index alert_suppressed on alert (target_id) where suppressed_by is not null and resolved_at is null;
-- Serves listGroupMembers.
create index alert_by_group on alert (rule_id, group_key, resolved_at) where group_key is not null;
create index alert_to_remind on alert (remind_at) where resolved_at is null and remind_at is not null;

-- Outbox: what is to be sent on a channel, written in the transaction of its cause.
create table alert_notification (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  alert_id uuid references alert (id) on delete cascade,
  -- No foreign key: the log of deliveries outlives the channel.
  channel_id uuid not null,
  kind text not null check (kind in ('opened', 'resolved', 'reminder', 'operator', 'test')),
  -- For kind `operator`: the text for the owners.
  body jsonb,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'discarded')),
  attempts smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- When quiet hours ended for which it waited; retries are counted from then. Null: from `created_at`.
  quiet_until timestamptz,
  finished_at timestamptz,
  -- The message with this notification, and maybe others. Chosen before the first attempt and kept for retries.
  message_id uuid,
  -- Recipients that already have it; retries skip them.
  delivered_to text[] not null default '{}',
  -- The message's id at the service, so that the recovery can reply to it.
  thread text
);
create index alert_notification_due on alert_notification (channel_id, due_at) where status = 'pending';
create index alert_notification_by_alert on alert_notification (alert_id);
-- Serves countMessagesSince, which limits a channel to a few messages a minute.
create index alert_notification_by_channel on alert_notification (channel_id, finished_at) where status = 'delivered';
-- Serves listDeliveryDelays.
create index alert_notification_delivered on alert_notification (org_id, finished_at) where status = 'delivered';

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
-- Serves listChannelDeliveries. An id starts with its time.
create index alert_delivery_by_channel on alert_delivery (channel_id, id);
-- Serves listDeliveryFacts: the last accepted attempt, the first failed one after it, and the counts of a day.
create index alert_delivery_by_outcome on alert_delivery (channel_id, ok, at);

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
  counts_uptime boolean not null default false,
  target_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  -- The targets that it covers, instead of target_ids and tags: packages/contract/src/targets/selectors.ts.
  selector jsonb check (selector is null or (target_ids = '{}' and tags = '{}')),
  -- The status pages that announce the window, with this text in Markdown.
  show_on uuid[] not null default '{}',
  announcement text not null default '',
  ended_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index maintenance_window_by_age on maintenance_window (org_id, created_at, id);
create index maintenance_window_by_name on maintenance_window (org_id, name, id);
-- Serves listShownWindows: the windows that a status page announces.
create index maintenance_window_shown on maintenance_window using gin (show_on) where show_on <> '{}';

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
create unique index subscription_by_provider_id on subscription (provider, subscription_id);
-- Serves listLapsed.
create index subscription_grace on subscription (grace_until) where grace_until is not null;

-- Webhook events of the payment service, so that each is processed once.
create table webhook_event (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
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
  unsubscribed_at timestamptz,
  check (confirmed_at is null or unsubscribed_at is null),
  unique (org_id, email)
);

-- Addresses that accept no mail of any organization of this server.
create table mail_unsubscribe (
  email text primary key check (email = lower(email)),
  unsubscribed_at timestamptz not null
);

-- How often an action occurred in a time window, across all nodes.
create table rate_limit_counter (
  -- SHA-256 of what is counted, so that no address is stored.
  subject_hash bytea primary key,
  actions integer not null,
  since timestamptz not null
);
-- Serves deleteOldActions.
create index rate_limit_counter_by_age on rate_limit_counter (since);

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

-- ---------------------------------------------------------------------------------------------------------
-- Domains
-- ---------------------------------------------------------------------------------------------------------

-- Registrations of domains, as their registries publish them by RDAP: public facts, shared by all organizations. A job
-- (pipeline/domains/) looks each domain up once, for all monitors that need it.
create table domain_registration (
  -- In lower case and ASCII: shop.example, xn--….
  domain text primary key,
  -- new: not looked up yet. missing: the registry does not know it. unsupported: its TLD has no RDAP service.
  state text not null default 'new' check (state in ('new', 'found', 'missing', 'unsupported')),
  -- The host of the RDAP service that answered.
  registry text,
  expires_at timestamptz,
  registrar text,
  -- Lists of texts, sorted.
  statuses jsonb not null default '[]',
  nameservers jsonb not null default '[]',
  -- Whether the delegation is signed (DNSSEC).
  is_signed boolean,
  -- The newest answer.
  fetched_at timestamptz,
  -- Why the newest lookup failed; null after an answer.
  error text,
  failures integer not null default 0,
  next_lookup_at timestamptz not null,
  -- When a monitor last needed it.
  wanted_at timestamptz not null
);
-- Serves claimDomains.
create index domain_registration_due on domain_registration (next_lookup_at);

-- When the next request to an RDAP service may start, for all processes: after a pause, or after what it asked for (429).
create table rdap_service (
  url text primary key,
  next_request_at timestamptz not null
);

-- The list of RDAP services (RFC 9224). One row.
create table rdap_bootstrap (
  single boolean primary key default true check (single),
  url text not null,
  -- Pairs of a list of TLDs and a URL.
  services jsonb not null,
  etag text,
  last_modified text,
  next_fetch_at timestamptz not null
);

-- Escalation policies and their runs.
-- Locks: creates tables only.
-- Works with: 0008

create table escalation_policy (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- EscalationStep of packages/contract/src/on-call/escalation-policies.ts. IDs in it have no foreign keys: what was
  -- deleted is skipped, and the policy warns of it.
  steps jsonb not null,
  repeat_count smallint not null check (repeat_count between 0 and 9),
  repeat_wait_seconds integer not null,
  fallback_policy_id uuid references escalation_policy (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serve listPolicies in its four orders.
create index escalation_policy_by_age on escalation_policy (org_id, created_at, id);
create index escalation_policy_by_name on escalation_policy (org_id, name, id);
create index escalation_policy_by_fallback on escalation_policy (fallback_policy_id);

-- A run of a policy for an alert, or for the alerts of a group (ADR 0081).
create table escalation (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- No foreign keys: an escalation outlives its policy and its rule.
  policy_id uuid not null,
  policy_name text not null,
  rule_id uuid,
  -- Of its alerts (ADR 0056); null if it has one alert of its own.
  group_key text,
  severity text not null,
  -- The policy and its fallbacks, as they were at the start: EscalationPlan in
  -- packages/server/src/pipeline/on-call/escalations/advance-escalation.ts.
  plan jsonb not null,
  -- Where it is: EscalationProgress beside it.
  progress jsonb not null,
  state text not null check (state in ('running', 'suppressed', 'acknowledged', 'resolved', 'finished')),
  is_drill boolean not null default false,
  -- When it goes on; null at the end.
  next_at timestamptz,
  -- Why the owners were notified.
  warning text,
  started_at timestamptz not null,
  ended_at timestamptz
);
-- Serves claimEscalations.
create index escalation_due on escalation (next_at) where state = 'running';
-- One for the alerts of a group, also if two of them open at once.
create unique index escalation_of_group on escalation (rule_id, group_key)
  where group_key is not null and state in ('running', 'suppressed', 'acknowledged');
-- Serves deleteOldEscalations.
create index escalation_ended on escalation (ended_at) where ended_at is not null;

create table escalation_alert (
  escalation_id uuid not null references escalation (id) on delete cascade,
  -- No foreign key, because alert is a table of another file. deleteOldEscalations removes what has ended.
  alert_id uuid not null,
  org_id uuid not null references organization (id) on delete cascade,
  joined_at timestamptz not null,
  primary key (escalation_id, alert_id)
);
create index escalation_alert_by_alert on escalation_alert (alert_id);

-- What each step did. The key makes sure that no step is taken twice.
create table escalation_step (
  escalation_id uuid not null references escalation (id) on delete cascade,
  -- Counts the rounds of the policy and its fallbacks.
  round smallint not null,
  step smallint not null,
  org_id uuid not null references organization (id) on delete cascade,
  policy_id uuid not null,
  policy_name text not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('taken', 'reached_no_one', 'skipped')),
  -- Why it was skipped.
  reason text,
  -- Who was chosen, and what became of it: StepResult in
  -- packages/server/src/pipeline/on-call/escalations/take-steps.ts.
  notified jsonb not null,
  primary key (escalation_id, round, step)
);

-- When the owners were last notified that a policy reached no one, or that no one acknowledged: at most once an hour.
create table escalation_warning (
  org_id uuid not null references organization (id) on delete cascade,
  -- No foreign key: escalations of a deleted policy go on.
  policy_id uuid not null,
  at timestamptz not null,
  primary key (org_id, policy_id)
);

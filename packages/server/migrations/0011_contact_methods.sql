-- How members are reached when they are on call, and what was sent to them.
-- Locks: creates tables, and a trigger on membership.
-- Works with: 0008

-- Belongs to a membership, not to a person (ADR 0082): SMS and calls are sent with the credentials of an organization.
create table contact_method (
  id uuid primary key,
  org_id uuid not null,
  person_id uuid not null,
  type text not null check (type in ('email', 'sms', 'call', 'push')),
  -- An email address in lower case, or a number in E.164. Null: the address of the account, or all devices of the person.
  address text check (address is not null or type in ('email', 'push')),
  verified_at timestamptz,
  -- SHA-256 of the code that was sent to the address; null if none is pending.
  code_hash bytea,
  code_attempts smallint not null default 0,
  code_expires_at timestamptz,
  -- Since when and why messages to it are rejected for good; null if they are accepted.
  failed_at timestamptz,
  failed_reason text,
  created_at timestamptz not null,
  foreign key (org_id, person_id) references membership (org_id, person_id) on delete cascade,
  unique nulls not distinct (org_id, person_id, type, address)
);

-- Every member has the address of the account and the devices from the start, so that no one is out of reach.
create function create_contact_methods() returns trigger language plpgsql as $$
begin
  insert into contact_method (id, org_id, person_id, type, verified_at, created_at)
  select gen_random_uuid(), new.org_id, new.person_id, type, new.joined_at, new.joined_at
  from unnest(array['email', 'push']) as type;
  return null;
end $$;
create trigger membership_contact_methods after insert on membership
  for each row execute function create_contact_methods();
insert into contact_method (id, org_id, person_id, type, verified_at, created_at)
  select gen_random_uuid(), org_id, person_id, type, joined_at, joined_at
  from membership, unnest(array['email', 'push']) as type;

create table notification_rule (
  method_id uuid not null references contact_method (id) on delete cascade,
  severity text not null check (severity in ('any', 'critical', 'warning')),
  after_seconds integer not null check (after_seconds between 0 and 86400),
  -- The order of the request.
  position smallint not null,
  primary key (method_id, severity, after_seconds)
);

-- One person notified about one alert by one step of an escalation. The unique key makes repeated requests harmless.
create table page (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- No foreign keys: the log of pages outlives the membership, and the other tables are those of other files.
  person_id uuid not null,
  -- Null for a fire drill.
  alert_id uuid,
  escalation_id uuid not null,
  step smallint not null,
  round smallint not null,
  is_drill boolean not null,
  outcome text not null check (outcome in ('paged', 'unreachable', 'not_member')),
  -- Four digits with which the person acknowledges by SMS.
  reply_code text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('acknowledged', 'resolved')),
  unique (escalation_id, round, step, person_id)
);
-- Serves endPages.
create index page_by_alert on page (alert_id) where alert_id is not null;
-- Serves listReplyCodes, listOpenPagesOfPhone and countPagedAlerts.
create index page_open on page (org_id, person_id, id) where ended_at is null;
-- Serves deleteOldPages.
create index page_by_age on page (created_at);

-- Outbox: what is sent to a person, written in the transaction of its cause.
create table page_notification (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references page (id) on delete cascade,
  kind text not null check (kind in ('opened', 'acknowledged', 'resolved')),
  -- No foreign key: the log outlives the contact method. Holds no address.
  method_id uuid not null,
  method_type text not null,
  -- Who acknowledged the alert, for kind `acknowledged`.
  by_name text,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'discarded')),
  attempts smallint not null default 0,
  -- When it is sent, or when its claim expires.
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  error text,
  -- The ID of the message at Twilio.
  provider_id text,
  -- The minute of the rule, so that a claim does not change the key.
  after_seconds integer not null default 0,
  unique (page_id, kind, method_id, after_seconds)
);
create index page_notification_due on page_notification (due_at) where status = 'pending';
create index page_notification_by_page on page_notification (page_id);

-- Which channels send SMS and calls to members. One row an organization.
create table on_call_settings (
  org_id uuid primary key references organization (id) on delete cascade,
  -- No foreign keys: a channel that was deleted is none.
  sms_channel_id uuid,
  call_channel_id uuid,
  updated_at timestamptz not null
);

-- Who showed that a fire drill reached them.
create table drill_acknowledgement (
  -- No foreign key, because escalation is a table of another file. deleteOldDrillAcknowledgements removes old ones.
  escalation_id uuid not null,
  org_id uuid not null,
  person_id uuid not null,
  at timestamptz not null,
  primary key (escalation_id, person_id),
  foreign key (org_id, person_id) references membership (org_id, person_id) on delete cascade
);
create index drill_acknowledgement_by_person on drill_acknowledgement (org_id, person_id);
-- Serves deleteOldDrillAcknowledgements.
create index drill_acknowledgement_by_age on drill_acknowledgement (at);

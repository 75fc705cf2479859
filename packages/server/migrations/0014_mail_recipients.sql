-- Who may be mailed, and counters of what is limited. New tables only: no lock matters. Recipients of the channels
-- that exist count as confirmed, so that no alert stops with the upgrade.
-- Works with: 0012

-- What an address that is no member's has said to the mails of one organization.
create table mail_recipient (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  -- When the last mail that asks for a confirmation went out.
  asked_at timestamptz,
  confirmed_at timestamptz,
  refused_at timestamptz,
  check (confirmed_at is null or refused_at is null),
  unique (org_id, email)
);

-- Addresses that want no mail of any organization of this server.
create table mail_refusal (
  email text primary key check (email = lower(email)),
  refused_at timestamptz not null
);

-- How often something was done in a window of time, for all nodes together.
create table action_count (
  -- SHA-256 of what is counted: no address is kept.
  subject_hash bytea primary key,
  actions integer not null,
  since timestamptz not null
);
-- Serves deleteOldActions.
create index action_count_by_age on action_count (since);

insert into mail_recipient (id, org_id, email, created_at, confirmed_at)
select gen_random_uuid(), org_id, email, now(), now()
from (
  select distinct c.org_id, lower(r.email) as email
  from alert_channel c
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(c.config -> 'recipients') when 'array' then c.config -> 'recipients' else '[]' end
  ) as r (email)
  where c.type = 'email'
) as known;

-- Plans, usage, subscriptions. New tables, and columns without a default: each statement takes its lock for
-- milliseconds.

-- The plans of the file that the server was started with, and those that earlier files had: whoever is on one
-- of these keeps it.
create table plan (
  id text primary key,
  -- As in contract/src/billing.ts.
  definition jsonb not null,
  -- In the file's order.
  position integer not null,
  -- Whether somebody may take it now.
  is_offered boolean not null,
  -- The one that new organizations begin with.
  is_start boolean not null
);
insert into plan (id, position, is_offered, is_start, definition) values ('self-hosted', 0, true, true, '{
  "id": "self-hosted", "name": "Self-hosted", "description": "Everything, without limits.",
  "price": null, "stripe_lookup_key": null,
  "limits": {"monitors": null, "min_interval_seconds": null, "check_runs": null, "api_runs": null,
    "browser_runs": null, "members": null, "retention_days": null}}');
create unique index plan_start on plan (is_start) where is_start;
alter table organization add foreign key (plan_id) references plan (id);
-- When the organization got another plan; null where it has the first one.
alter table organization add column plan_since timestamptz;

-- Organizations that keep results for a shorter time than the server: from which day on they have them.
create table result_retention (
  org_id uuid primary key references organization (id) on delete cascade,
  kept_from date not null
);

-- What was run in a month (UTC), counted in the transaction that stored it.
create table usage_month (
  org_id uuid not null references organization (id) on delete cascade,
  month date not null,
  check_runs bigint not null default 0,
  api_runs bigint not null default 0,
  browser_runs bigint not null default 0,
  -- When the owners were told that a number is used up; null until then.
  told_check_runs timestamptz,
  told_api_runs timestamptz,
  told_browser_runs timestamptz,
  primary key (org_id, month)
) with (fillfactor = 50);
-- Serves listUsedUp, each minute.
create index usage_month_by_month on usage_month (month);

create table subscription (
  org_id uuid primary key references organization (id) on delete cascade,
  provider text not null check (provider in ('built-in', 'stripe')),
  customer_id text,
  subscription_id text,
  -- The plan that is paid for; the organization has it while the status allows.
  plan_id text not null references plan (id),
  -- The payment service's own words: active, trialing, past_due, canceled, unpaid …
  status text not null,
  current_period_end timestamptz,
  -- After a failed payment: until when the plan is kept.
  grace_until timestamptz,
  updated_at timestamptz not null
);
-- One organization is a customer, and one has a subscription: what the payment service tells of names these.
create unique index subscription_customer on subscription (provider, customer_id);
create unique index subscription_name on subscription (provider, subscription_id);
-- Serves listLapsed.
create index subscription_grace on subscription (grace_until) where grace_until is not null;

-- What the payment service has told, so that it is heard once.
create table billing_event (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, event_id)
);

-- Links of the built-in checkout that are good once.
create table checkout (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  plan_id text not null references plan (id),
  -- Who asked for it, and alone may use it; null for an API key: then any admin of the organization may.
  person_id uuid references person (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- Serves deleteOldCheckouts.
create index checkout_by_age on checkout (expires_at);
create index checkout_by_org on checkout (org_id);

-- Why something is paused that nobody has paused: it is more than the plan allows.
alter table monitor add column paused_reason text check (paused_reason = 'plan');
alter table api_monitor add column paused_reason text check (paused_reason = 'plan');
alter table journey add column paused_reason text check (paused_reason = 'plan');

-- The plan of an organization, which no change of the plan alters until the transaction ends. Where
-- the plan limits something, one after the other gets it, so that two cannot take the last place at once.
-- Volatile: each statement in it sees what was committed while the one before it waited.
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

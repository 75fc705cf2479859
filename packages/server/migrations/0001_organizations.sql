-- The schema of Vedette, in the order in which the parts depend on each other: organizations, people and the audit log
-- here; targets, results and runs in 0002; alerting, billing and mail in 0003; status pages in 0004.
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
  is_available boolean not null,
  -- Whether new organizations start with it.
  is_default boolean not null
);
create unique index plan_default on plan (is_default) where is_default;
insert into plan (id, position, is_available, is_default, definition) values ('self-hosted', 0, true, true, '{
  "id": "self-hosted", "name": "Self-hosted", "description": "Everything, without limits.",
  "price": null, "stripe_lookup_key": null,
  "limits": {"monitors": null, "min_interval_seconds": null, "check_runs": null, "api_runs": null,
    "browser_runs": null, "members": null, "retention_days": null, "status_pages": null,
    "page_subscribers": null}}');

create table organization (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  plan_id text not null default 'self-hosted' references plan (id),
  -- When the organization switched its plan; null if it never did.
  plan_since timestamptz,
  settings jsonb not null default '{"timezone": "UTC", "retention_days": 90, "managed_edits": "warn"}',
  -- Created to try Vedette with sample targets.
  sample boolean not null default false,
  created_at timestamptz not null default now()
);

-- Returns the plan of an organization and keeps it unchanged until the transaction ends. If the plan has limits,
-- callers run one after the other, so that two cannot take the last place. Volatile: each statement sees what was
-- committed while the previous one waited.
create function lock_plan(for_org uuid) returns jsonb language plpgsql volatile as $$
declare
  found jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('plan of ' || for_org, 0));
  select p.definition into found
    from organization o join plan p on p.id = o.plan_id where o.id = for_org;
  if jsonb_strip_nulls(found -> 'limits') <> '{}' then
    perform pg_advisory_xact_lock(hashtextextended('quota of ' || for_org, 0));
  end if;
  return found;
end
$$;

create table api_key (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('agent', 'read', 'admin', 'runner', 'code')),
  -- SHA-256 of the whole key. The key itself is never stored.
  key_hash bytea not null unique,
  key_start text not null,
  -- The location of a runner's key.
  location text check ((scope = 'runner') = (location is not null)),
  -- The patterns of the projects of a key of scope code: packages/contract/src/code/project-patterns.ts.
  projects text[] check ((scope = 'code') = (projects is not null)),
  -- IP addresses and networks (CIDR) from which the key may be used; empty: all of them.
  ip_allow text[] not null default '{}',
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

-- The key with which the heartbeats of an organization are pinged by their slugs.
create table ping_key (
  org_id uuid primary key references organization (id) on delete cascade,
  -- SHA-256 of the whole key. The key itself is never stored. Serves findPinged.
  key_hash bytea not null unique,
  key_start text not null,
  created_by text not null,
  created_at timestamptz not null
);

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

-- Open event streams check their access again as soon as a session ends (platform/storage/notify-access-changed.ts).
create function notify_session_deleted() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '');
  return null;
end
$$;
create trigger session_deleted after delete on session
  for each statement execute function notify_session_deleted();

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

-- The address that a person wants to change to, until the mailed link is opened. At most one for each person.
create table pending_email_change (
  person_id uuid primary key references person (id) on delete cascade,
  -- SHA-256 of the token in the mailed link. The token itself is never stored.
  token_hash bytea not null unique,
  email text not null check (email = lower(email)),
  expires_at timestamptz not null
);

-- Logins of programs that wait for a user's approval (RFC 8628). A row is deleted after it has expired.
create table device_authorization (
  id uuid primary key,
  -- SHA-256 of the program's code. The code itself is never stored. Serves pollDevice and claimDevice.
  code_hash bytea not null unique,
  -- What the user types, without the hyphen. Serves findPendingDevice, approveDevice and denyDevice.
  user_code text not null unique,
  client_name text not null,
  ip text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  -- Set by the approval; the key is created when the program fetches it.
  org_id uuid references organization (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  scope text check (scope in ('read', 'agent', 'admin')),
  key_id uuid,
  polled_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((status in ('approved', 'used')) = (org_id is not null and person_id is not null and scope is not null and key_id is not null))
);
-- Serves insertDevice, which deletes expired rows.
create index device_authorization_by_expiry on device_authorization (expires_at);

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
  -- How the person wants to see the organization in the dashboard: at most the ids of all groups.
  preferences jsonb not null default '{}' check (octet_length(preferences::text) <= 65536),
  unique (org_id, person_id)
);
-- Serves listOrganizationsOf, and findMembership of every request with a session.
create index membership_by_person on membership (person_id, joined_at, id);

-- Saved views of lists of targets.
create table saved_view (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- Whose view it is; null if it is shared with the organization.
  membership_id uuid references membership (id) on delete cascade,
  list text not null,
  name text not null,
  -- Filters, order, columns and grouping: packages/contract/src/views/views.ts.
  settings jsonb not null check (octet_length(settings::text) <= 65536),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serves listViews and searchRows.
create index saved_view_by_org on saved_view (org_id);
-- Serves the deletion of a membership.
create index saved_view_by_member on saved_view (membership_id);

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
-- Serves findLastChange.
create index audit_entry_by_target on audit_entry (org_id, target_id, seq);

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
create function protect_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function protect_audit_entry();
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function protect_audit_entry();

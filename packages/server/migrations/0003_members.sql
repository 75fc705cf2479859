-- Members, invitations, the audit log. New tables only: no lock matters.

-- A person is never deleted out of an organization unseen: whoever deletes people ends memberships first.
create table membership (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  person_id uuid not null references person (id),
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  joined_at timestamptz not null,
  unique (org_id, person_id)
);
-- Serves findMembership of every request with a session, and listOrganizationsOf.
create index membership_by_person on membership (person_id, joined_at, id);

create table invitation (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  -- SHA-256 of the token in the link: the token itself is never stored.
  token_hash bytea not null unique,
  -- Name of the person or key, for those who look at the list.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
-- One open invitation of an address, also in a race. Serves listInvitations.
create unique index invitation_open on invitation (org_id, email)
  where accepted_at is null and revoked_at is null;

-- Who did what. No foreign key: the log outlives what it tells of, organizations too.
create table audit_entry (
  org_id uuid not null,
  -- Given by the trigger below: 1, 2, 3 … of each organization, without a gap.
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

-- The end of each organization's chain. Its row is locked until the writer commits, so entries of one
-- organization are chained in the order of their commits.
create table audit_chain (
  org_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);

-- What an entry's hash is made of. Numbers and not texts of time, for those follow the session's zone.
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

-- Retention (deleteOldEntries) may delete what is older than 400 days; nothing else changes the log.
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
-- Serves deleteOldEntries.
create index audit_entry_by_age on audit_entry (at);

-- However a session ends, event streams ask again at once whether they may go on (storage/access-notice.ts).
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '');
  return null;
end
$$;
create trigger session_ended after delete on session
  for each statement execute function notify_session_ended();

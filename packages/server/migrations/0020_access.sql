-- Works with: 0018
-- Passkeys, OpenID Connect providers of organizations, and how a session was started. New tables and nullable columns
-- without default: locks `session` for an instant.

-- A WebAuthn credential of a person. Only discoverable credentials with user verification are registered.
create table passkey (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  name text not null,
  -- In base64url. Serves findPasskeyByCredential.
  credential_id text not null unique,
  -- In COSE format (RFC 9052).
  public_key bytea not null,
  -- The number of signatures that the authenticator reported; 0 if it does not count.
  counter bigint not null,
  transports text[] not null,
  -- The relying party ID: the host name at which the passkey works.
  host text not null,
  -- Whether the authenticator copies it to other devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
-- Serves listPasskeys.
create index passkey_by_person on passkey (person_id);

-- The passkey that started the session; null for every other method, and after the passkey was removed.
alter table session add column passkey_id uuid references passkey (id) on delete set null;
-- Serves the deletion of a passkey.
create index session_by_passkey on session (passkey_id) where passkey_id is not null;

-- An OpenID Connect provider of an organization: who signs in there is a member here.
create table identity_provider (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  encrypted_client_secret bytea not null,
  version integer not null default 1,
  -- The claim with the groups of a person; null: roles are not set from groups.
  groups_claim text,
  -- [{group, role}]
  group_roles jsonb not null,
  -- The role without a matching group; null: no access.
  default_role text check (default_role in ('viewer', 'member', 'admin')),
  -- Whether the first sign-in makes a person a member.
  auto_join boolean not null,
  -- Whether members with an address of its domains must sign in with it. Owners need not.
  required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serves listProviders, the deletion of organizations, and findMembership of every request with a session.
create index identity_provider_by_age on identity_provider (org_id, created_at, id);

-- A mail domain whose people sign in with a provider, as soon as a TXT record has proven it.
create table identity_provider_domain (
  provider_id uuid not null references identity_provider (id) on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- What the record must contain. Replaced with the issuer, so that a proof is for one issuer only.
  token text not null,
  verified_at timestamptz,
  primary key (provider_id, domain)
);
-- A domain belongs to one provider of one organization. Serves findProviderByDomain.
create unique index identity_provider_domain_verified on identity_provider_domain (domain)
  where verified_at is not null;

-- The provider that started the session. Deleting the provider ends it.
alter table session add column identity_provider_id uuid references identity_provider (id) on delete cascade;
-- Serves the deletion of a provider.
create index session_by_provider on session (identity_provider_id) where identity_provider_id is not null;

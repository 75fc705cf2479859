-- Works with: 0018
-- Passkeys, and how a session was started. A new table and a nullable column without default: locks `session` for an
-- instant.

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

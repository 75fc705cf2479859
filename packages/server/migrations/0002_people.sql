-- People and how they sign in. New tables only: no lock matters.
-- person, session, account, verification and two_factor are what better-auth asks for, in our names
-- (identity/auth-schema.ts maps them).

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
  -- SHA-256 of the token, in hexadecimal: the token itself is never stored. Serves findSession.
  token_hash text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Serves deleteSessionsOf.
create index session_by_person on session (person_id);
-- Serves deleteExpiredSessions.
create index session_by_expiry on session (expires_at);

-- One way of signing in of a person: `credential` with a password, or `oidc`.
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
-- Serves the accounts of a person: each sign-in reads them.
create index account_by_person on account (person_id);

-- Half-done affairs: reset of a password, second step of a sign-in, state of a sign-in elsewhere.
create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Serves finding one by what it is about.
create index verification_by_identifier on verification (identifier);
-- Serves deletePendingOf.
create index verification_by_value on verification (value);
-- Serves deleteExpiredVerifications.
create index verification_by_expiry on verification (expires_at);

create table two_factor (
  id uuid primary key,
  person_id uuid not null unique references person (id) on delete cascade,
  -- Both encrypted by better-auth with the secret of the sessions.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- The link at which the first person signs up. Only the newest is kept.
create table setup_link (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Tries to sign in or to get a mail, counted per address and per e-mail, for all nodes together.
create table sign_in_attempt (
  -- SHA-256 of what is counted: no address or e-mail of a stranger is kept.
  subject_hash bytea primary key,
  attempts integer not null,
  since timestamptz not null
);
-- Serves deleteOldAttempts.
create index sign_in_attempt_by_age on sign_in_attempt (since);

-- Signs cookies and encrypts two_factor; sealed by the master key, which is not in the database. One row.
create table installation_secret (
  single boolean primary key default true check (single),
  wrapped bytea not null,
  master_key_id text not null
);

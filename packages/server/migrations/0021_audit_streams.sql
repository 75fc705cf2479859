-- Works with: 0018
-- Keys that are limited to targets, and streams of the audit log. Locks api_key briefly: a column without a default.

-- Which targets the key is for; null: all, and everything else of the organization.
alter table api_key add column selector jsonb
  check (selector is null or scope in ('agent', 'read', 'admin'));

-- Where an organization wants the entries of its audit log sent, in their order.
create table audit_stream (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in ('syslog', 'webhook')),
  -- Its shape depends on the type: packages/contract/src/people/audit-streams.ts.
  config jsonb not null,
  -- An encrypted JSON object: the signing secret, or the key of the client certificate.
  encrypted_secrets bytea not null,
  version integer not null default 1,
  enabled boolean not null default true,
  -- The newest entry that the receiver accepted. Later ones are sent again after a crash.
  sent_seq bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The lease of the process that sends. It expires, so that a crashed process is replaced.
  locked_until timestamptz,
  -- Nothing is sent before, after failures.
  next_attempt_at timestamptz not null,
  failures integer not null default 0,
  -- When the first of the failures in a row happened.
  failing_since timestamptz,
  -- When the owners were notified of these failures.
  owners_notified_at timestamptz,
  last_sent_at timestamptz,
  last_error text,
  last_error_at timestamptz
);
-- Serves listStreams and the deletion of organizations.
create index audit_stream_by_age on audit_stream (org_id, created_at, id);

-- Continuous delivery: deploy markers, and the OIDC tokens of CI jobs that are trusted.

-- An instant at which something was released.
create table marker (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  at timestamptz not null,
  title text not null,
  url text,
  tags text[] not null,
  -- The targets that it is about: packages/contract/src/targets/selectors.ts. Null for all targets.
  selector jsonb check (octet_length(selector::text) <= 65536),
  -- The name of the person or API key, for display.
  created_by text not null,
  created_at timestamptz not null
);
-- Serves listMarkers and listDeploys.
create index marker_by_time on marker (org_id, at desc, id desc);
-- Serves countRecentMarkers.
create index marker_by_creation on marker (org_id, created_at);

-- OIDC tokens of CI jobs that may be exchanged for API keys of scope code.
create table code_trust (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  -- Compared with the claims iss and aud of a token.
  issuer text not null,
  audience text not null,
  -- A pattern of the claim sub: packages/contract/src/code/trusts/subject-patterns.ts.
  subject text not null,
  -- The patterns of the projects of the keys.
  projects text[] not null,
  -- The name of the person or API key, for display.
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
-- Serves listTrusts.
create index code_trust_by_org on code_trust (org_id, created_at);

-- The trust by which a short-lived key was issued. The key ends with it.
alter table api_key add column trust_id uuid references code_trust (id) on delete cascade;
-- Serves deleteExpiredTokenKeys and the deletion of a trust.
create index api_key_by_trust on api_key (trust_id, expires_at) where trust_id is not null;

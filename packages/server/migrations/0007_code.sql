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
-- Serves listMarkers and dropOldMarkers.
create index marker_by_time on marker (org_id, at desc, id desc);
-- Serves countRecentMarkers.
create index marker_by_creation on marker (org_id, created_at);

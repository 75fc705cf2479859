-- Works with: 0012
-- Evidence of outages: what was collected when a target went down, and why it is down. New tables only: locks nothing.

-- The newest collection of evidence about a target for each reason: waiting, in progress or ended. It limits how often
-- evidence is collected. Deleted a day after it ended.
create table evidence_collection (
  target_id uuid not null references stored_target (id) on delete cascade,
  -- The target went down, or a user asked.
  reason text not null check (reason in ('down', 'manual')),
  org_id uuid not null references organization (id) on delete cascade,
  -- The id that its bundle gets.
  bundle_id uuid not null,
  -- When the target went down; null for `manual` if it was not down.
  changed_at timestamptz,
  requested_at timestamptz not null,
  -- The user or API key; null for `down`.
  requested_by text,
  -- Counts the processes that started it; one that was killed is replaced once.
  attempts smallint not null default 0,
  -- The lease of the process that collects. It expires, so that a crashed process is replaced.
  claimed_until timestamptz,
  -- When it ended, with or without a bundle.
  finished_at timestamptz,
  primary key (target_id, reason)
);
-- Serves claimCollection and the limits of waiting collections. Small, because a collection is open for seconds.
create index evidence_collection_open on evidence_collection (requested_at) where finished_at is null;
-- Serve the deletion of organizations and of old collections.
create index evidence_collection_by_org on evidence_collection (org_id);
create index evidence_collection_by_age on evidence_collection (requested_at);

-- What was collected, whole or not at all.
create table evidence_bundle (
  id uuid primary key,
  target_id uuid not null references stored_target (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- When it was collected.
  at timestamptz not null,
  reason text not null check (reason in ('down', 'manual')),
  changed_at timestamptz,
  requested_by text,
  -- The verdict: packages/contract/src/evidence/.
  layer text not null,
  scope text not null,
  certainty text not null,
  summary text not null,
  -- EvidenceFacts as JSON, compressed with gzip. Not jsonb: bodies of targets contain \u0000, which jsonb rejects, and no
  -- statement looks into them. Not an artifact: a row is stored whole with its verdict, and deleted with its target.
  facts bytea not null check (octet_length(facts) <= 2097152)
);
-- Compressed already.
alter table evidence_bundle alter column facts set storage external;
-- Serves listBundles and findVerdict.
create index evidence_bundle_by_target on evidence_bundle (target_id, at, id);
-- Serve the deletion of organizations and of old bundles.
create index evidence_bundle_by_org on evidence_bundle (org_id);
create index evidence_bundle_by_age on evidence_bundle (at);

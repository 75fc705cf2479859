-- Incidents: the internal record of what went wrong. What visitors of status pages read is in 0005_status_pages.sql.

-- One row for each organization that has had an incident or changed the settings. Whoever writes an incident of the
-- organization locks it first, so that numbers have no gaps and two alerts of one outage open one incident.
create table incident_settings (
  org_id uuid primary key references organization (id) on delete cascade,
  -- The number of the newest incident.
  last_number integer not null default 0,
  -- Whether incidents that a rule or a webhook opened resolve by themselves.
  resolves_automatically boolean not null default true,
  -- SHA-256 of the token in the URL of the inbound webhook; null without one.
  inbound_token_hash bytea unique,
  inbound_token_at timestamptz
);

create table incident (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  number integer not null,
  title text not null,
  severity text not null check (severity in ('critical', 'major', 'minor')),
  state text not null check (state in ('open', 'acknowledged', 'mitigated', 'resolved')),
  -- rule, member (a person or an API key), webhook
  source text not null check (source in ('rule', 'member', 'webhook')),
  -- The member who leads the response.
  lead_id uuid references person (id) on delete set null,
  -- The first bad check of its alerts, or what the person or the sender of the webhook said.
  started_at timestamptz not null,
  acknowledged_at timestamptz,
  -- ID of the user or API key.
  acknowledged_by text,
  mitigated_at timestamptz,
  resolved_at timestamptz,
  -- ID of the user or API key, or auto.
  resolved_by text,
  -- Markdown.
  postmortem text,
  -- What the sender of a webhook said: packages/server/src/pipeline/incidents/incident-row.ts. Null for other sources.
  inbound jsonb,
  -- By which the sender of a webhook names what it reports.
  dedup_key text,
  -- The automatic entries of the timeline as they were a day after the end, because results and notifications are
  -- deleted earlier than incidents. Null: they are read from what they are about.
  timeline jsonb,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (org_id, number)
);
-- Serves listIncidents. An id starts with the time at which the incident was opened.
create index incident_by_age on incident (org_id, id);
-- Serves listOpenIncidents and countOpenIncidents.
create index incident_open on incident (org_id) where resolved_at is null;
-- A webhook opens one incident for a key.
create unique index incident_by_key on incident (org_id, dedup_key) where resolved_at is null and dedup_key is not null;
-- Serves listUnsealed and deleteOldIncidents.
create index incident_resolved on incident (resolved_at) where resolved_at is not null;

-- The alerts of an incident, and why each belongs to it.
create table incident_alert (
  incident_id uuid not null references incident (id) on delete cascade,
  alert_id uuid not null references alert (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- A sentence.
  reason text not null,
  added_by text not null,
  added_at timestamptz not null,
  -- When a person took it out: it is not added again by itself.
  removed_at timestamptz,
  primary key (incident_id, alert_id)
);
-- An alert belongs to one incident.
create unique index incident_alert_once on incident_alert (alert_id) where removed_at is null;
create index incident_alert_by_alert on incident_alert (alert_id);

create table incident_note (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  incident_id uuid not null references incident (id) on delete cascade,
  -- Markdown.
  text text not null,
  -- The time in the timeline.
  at timestamptz not null,
  edited_at timestamptz,
  created_by text not null,
  created_at timestamptz not null
);
create index incident_note_by_incident on incident_note (incident_id, at);

-- An image that a person added; its file is stored as those of runs.
create table incident_image (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  incident_id uuid not null references incident (id) on delete cascade,
  -- Null until a note has it.
  note_id uuid references incident_note (id) on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes integer not null,
  key text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index incident_image_by_incident on incident_image (incident_id);
create index incident_image_by_note on incident_image (note_id);
-- Serves listReferencedKeys: which files are still referenced.
create index incident_image_by_key on incident_image (key);

-- The posts on status pages that a person drafted from an incident.
create table incident_page_link (
  incident_id uuid not null references incident (id) on delete cascade,
  page_incident_id uuid not null references status_page_incident (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  primary key (incident_id, page_incident_id)
);
create index incident_page_link_by_page_incident on incident_page_link (page_incident_id);

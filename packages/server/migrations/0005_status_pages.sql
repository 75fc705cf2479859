-- Status pages: pages, components, incidents, domains, what was published, and who is notified of it.

-- A page that an organization shows to its users. Visitors see public_id, which is random, and never id.
create table status_page (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  public_id text not null unique,
  slug text not null unique,
  title text not null,
  description text not null default '',
  published boolean not null,
  access text not null check (access in ('public', 'password', 'members', 'email_domains')),
  -- argon2id in the PHC format; null without a password.
  password_hash text,
  email_domains text[] not null default '{}',
  ip_allow text[] not null default '{}',
  -- Part of the key that signs the cookies of visitors: raising it ends the access of all of them.
  access_version integer not null default 1,
  -- SHA-256 of the token with which feeds and JSON of a page that is not public are read; null without one.
  feed_token_hash bytea,
  -- Appearance, languages and figures: PageSettings in pipeline/status-pages/page-row.ts.
  settings jsonb not null,
  custom_css text not null default '',
  -- Counts changes; caches compare it.
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_page_by_age on status_page (org_id, created_at, id);
create index status_page_by_title on status_page (org_id, title, id);

-- Earlier slugs, which redirect to the page for a time.
create table status_page_redirect (
  slug text primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  until timestamptz not null
);
create index status_page_redirect_by_page on status_page_redirect (page_id);

create table status_page_image (
  page_id uuid not null references status_page (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  image text not null check (image in ('logo_light', 'logo_dark', 'favicon')),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  content bytea not null,
  -- The start of its SHA-256, in its URL.
  hash text not null,
  primary key (page_id, image)
);

-- Host names of a page. Several pages may claim a name; one can prove it.
create table status_page_domain (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  host text not null check (host = lower(host)),
  -- Served at the domain, to see that it leads to this server.
  token text not null,
  -- Whether its DNS records were right at the last check, so that the proxy may request a certificate.
  dns_ok boolean not null default false,
  verified_at timestamptz,
  checked_at timestamptz,
  error text,
  -- Null: not checked again by itself.
  next_check_at timestamptz,
  created_at timestamptz not null,
  unique (page_id, host)
);
create unique index status_page_domain_verified on status_page_domain (host) where verified_at is not null;
-- Serves listDueDomains.
create index status_page_domain_due on status_page_domain (next_check_at) where next_check_at is not null;

create table status_page_group (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  public_id text not null unique,
  name text not null,
  description text not null default '',
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_page_group_by_page on status_page_group (page_id);

create table status_page_component (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  public_id text not null unique,
  group_id uuid references status_page_group (id) on delete set null,
  name text not null,
  internal_name text,
  description text not null default '',
  position integer not null,
  -- The targets that it follows; null for a component without targets.
  selector jsonb,
  rollup text not null check (rollup in ('worst', 'quorum', 'all')),
  only_when_bad boolean not null,
  -- Applies while the component has no target.
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_page_component_by_page on status_page_component (page_id);

create table status_page_incident (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  public_id text not null unique,
  title text not null,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
  published boolean not null,
  is_automatic boolean not null,
  postmortem text,
  -- Times that the page shows, of the first update and of the one that resolved it.
  started_at timestamptz not null,
  resolved_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serves listIncidents and the months of the history.
create index status_page_incident_by_start on status_page_incident (page_id, started_at, id);
-- Serves listUnresolved.
create index status_page_incident_open on status_page_incident (page_id) where resolved_at is null;

create table status_page_incident_update (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  incident_id uuid not null references status_page_incident (id) on delete cascade,
  public_id text not null unique,
  status text not null,
  message text not null,
  -- [{"id": component, "status": …}]: what the update set.
  components jsonb not null,
  notify boolean not null,
  -- The time that the page shows; may be before posted_at.
  at timestamptz not null,
  posted_at timestamptz not null,
  edited_at timestamptz,
  created_by text not null
);
create index status_page_incident_update_by_incident on status_page_incident_update (incident_id);

-- The alerts that created an automatic incident, so that each creates one.
create table status_page_incident_alert (
  page_id uuid not null references status_page (id) on delete cascade,
  alert_id uuid not null references alert (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  incident_id uuid not null references status_page_incident (id) on delete cascade,
  primary key (page_id, alert_id)
);
create index status_page_incident_alert_by_incident on status_page_incident_alert (incident_id);

-- What a page published, in order; written in the transaction of the change. Only broadcast_at ever changes.
create table page_event (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  at timestamptz not null,
  -- packages/server/src/pipeline/status-pages/events/published-content.ts.
  kind text not null,
  -- No foreign keys: what a page published outlives the post.
  incident_id uuid,
  update_id uuid,
  window_id uuid references maintenance_window (id) on delete set null,
  -- Start of the occurrence of the window.
  occurrence timestamptz,
  component_ids uuid[] not null default '{}',
  notify boolean not null,
  -- The published text as it was then: PublishedContent in published-content.ts.
  content jsonb not null,
  -- When the deliveries to subscribers were created; null until then, and for an event that notifies nobody.
  broadcast_at timestamptz
);
-- Serves findNextBroadcast.
create index page_event_to_broadcast on page_event (id) where notify and broadcast_at is null;
create index page_event_by_page on page_event (page_id, id);
-- Serves listPastPosts.
create index page_event_by_incident on page_event (page_id, incident_id, id) where incident_id is not null;
-- Each occurrence of a window is announced, reminded of, started and ended once.
create unique index page_event_of_occurrence on page_event (page_id, window_id, occurrence, kind)
  where occurrence is not null;

-- Who is notified of what a page publishes.
create table page_subscriber (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  page_id uuid not null references status_page (id) on delete cascade,
  type text not null check (type in ('email', 'webhook', 'slack', 'discord', 'teams')),
  -- HMAC-SHA-256 of type and address with a key of this installation: finds an address without decrypting the others.
  address_hash bytea not null,
  -- Address, token of the links, and signing secret of a webhook: SubscriberSecrets in
  -- packages/server/src/pipeline/status-pages/subscribers/subscriber-secrets.ts.
  encrypted_secrets bytea not null,
  -- SHA-256 of the token in the links of messages.
  token_hash bytea not null unique,
  state text not null check (state in ('pending', 'active', 'unsubscribed', 'disabled')),
  topics text[] not null,
  -- Null: all components, also those that are added later.
  component_ids uuid[],
  language text not null,
  -- When a confirmation was last requested; null after an answer, which makes earlier links invalid.
  requested_at timestamptz,
  confirmed_at timestamptz,
  -- When it was unsubscribed or disabled.
  ended_at timestamptz,
  -- The first failure since the last message that was accepted.
  failing_since timestamptz,
  error text,
  created_by text not null,
  created_at timestamptz not null,
  unique (page_id, address_hash)
);
create index page_subscriber_by_age on page_subscriber (page_id, created_at, id);
-- Serves deleteUnconfirmed.
create index page_subscriber_pending on page_subscriber (requested_at) where state = 'pending';

-- One message to one subscriber about one event. The key makes sure that each is notified once.
create table page_delivery (
  event_id uuid not null references page_event (id) on delete cascade,
  subscriber_id uuid not null references page_subscriber (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  -- Emails and HTTP requests are claimed separately, so that neither waits for the other.
  is_mail boolean not null,
  state text not null check (state in ('pending', 'sent', 'failed', 'discarded')),
  tries integer not null default 0,
  -- The next try; of one that is being sent: when the lease of its process ends.
  due_at timestamptz not null,
  finished_at timestamptz,
  error text,
  primary key (event_id, subscriber_id)
);
-- Serves claimDeliveries.
create index page_delivery_due on page_delivery (is_mail, due_at, event_id) where state = 'pending';
create index page_delivery_by_subscriber on page_delivery (subscriber_id, event_id);

-- The keys of badges: who knows one reads the status and the figures of one target, or the status of one page.
create table badge_key (
  -- Stored as it is, because the dashboard shows it again. With it, a reader of the database learns nothing that the
  -- other tables do not tell.
  key text primary key,
  org_id uuid not null references organization (id) on delete cascade,
  target_id uuid unique references stored_target (id) on delete cascade,
  page_id uuid unique references status_page (id) on delete cascade,
  created_by text not null,
  created_at timestamptz not null,
  check (num_nonnulls(target_id, page_id) = 1)
);

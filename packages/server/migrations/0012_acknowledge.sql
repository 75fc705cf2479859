-- Works with: 0011
-- Acknowledging alerts from outside of the dashboard, and the devices of people. New tables only: locks nothing.

-- A link that acknowledges the alerts of a message once, for a person or for everyone who reads a channel.
create table acknowledge_link (
  -- SHA-256 of the token in the URL.
  token_hash bytea primary key,
  org_id uuid not null references organization (id) on delete cascade,
  alert_id uuid not null references alert (id) on delete cascade,
  -- The other alerts of a message that is about several, at most 100. No foreign keys: one that was deleted is ignored.
  also_alert_ids uuid[] not null default '{}',
  person_id uuid,
  channel_id uuid references alert_channel (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(person_id, channel_id) = 1),
  foreign key (org_id, person_id) references membership (org_id, person_id) on delete cascade
);
-- Serves deleteExpiredLinks.
create index acknowledge_link_by_expiry on acknowledge_link (expires_at);
-- Serve the deletion of an alert, a membership and a channel.
create index acknowledge_link_by_alert on acknowledge_link (alert_id);
create index acknowledge_link_by_person on acknowledge_link (org_id, person_id) where person_id is not null;
create index acknowledge_link_by_channel on acknowledge_link (channel_id) where channel_id is not null;

-- Signed requests of Slack, Telegram and Twilio that were processed, so that a repeated one does nothing.
create table inbound_request (
  channel_id uuid not null references alert_channel (id) on delete cascade,
  -- SHA-256 of the ID that the service gives a request, or of its signature.
  request_hash bytea not null,
  received_at timestamptz not null,
  primary key (channel_id, request_hash)
);
-- Serves deleteOldInboundRequests.
create index inbound_request_by_age on inbound_request (received_at);

-- The key pair by which this installation identifies itself to push services (RFC 8292). One row.
create table push_key (
  single boolean primary key default true check (single),
  -- Uncompressed point of P-256, 65 bytes.
  public_key bytea not null,
  -- Encrypted with a key that the installation secret derives.
  encrypted_private_key bytea not null,
  created_at timestamptz not null
);

-- A browser of a person that receives notifications (RFC 8030). It belongs to the person, not to an organization.
create table push_device (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- URL of the push service. A credential: who knows it can send to the device.
  endpoint text not null check (length(endpoint) <= 2048),
  -- SHA-256 of the endpoint: a browser that subscribes again replaces its device.
  endpoint_hash bytea not null unique,
  -- The keys of the browser (RFC 8291): a point of P-256, and 16 bytes.
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  user_agent text not null,
  created_at timestamptz not null,
  -- When the push service last accepted a message.
  last_success_at timestamptz,
  -- Why it did not accept the last one; null if it did.
  last_error text
);
-- Serves listPushDevices.
create index push_device_by_person on push_device (person_id, created_at, id);

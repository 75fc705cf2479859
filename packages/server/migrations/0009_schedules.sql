-- On-call schedules: who is on call when. Creates new tables, so it waits for no lock.
-- Works with: 0008

create table schedule (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  description text not null default '',
  timezone text not null,
  -- ScheduleLayer of packages/contract/src/on-call/schedules.ts. People who are no longer members keep their position,
  -- and their turns go to the next person.
  layers jsonb not null check (octet_length(layers::text) <= 262144),
  -- SHA-256 of the token in the URL of its calendar; null without one.
  calendar_token_hash bytea unique,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Serves listSchedules, by age and by name.
create index schedule_by_age on schedule (org_id, created_at, id);
create index schedule_by_name on schedule (org_id, name, id);

-- Another person is on call for a time. Of overlapping ones, the latest created wins.
create table schedule_override (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  schedule_id uuid not null references schedule (id) on delete cascade,
  person_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_by text not null,
  created_at timestamptz not null,
  foreign key (org_id, person_id) references membership (org_id, person_id) on delete cascade
);
-- Serves listOverrides.
create index schedule_override_by_end on schedule_override (schedule_id, ends_at);
-- Serves the deletion of a membership.
create index schedule_override_by_person on schedule_override (org_id, person_id);

-- The calendar of all shifts of a person in an organization.
create table person_calendar (
  org_id uuid not null references organization (id) on delete cascade,
  person_id uuid not null,
  -- SHA-256 of the token in its URL.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (org_id, person_id),
  foreign key (org_id, person_id) references membership (org_id, person_id) on delete cascade
);

-- Variables, and the keys that seal the secret ones. New tables only: no lock matters.

-- Proves at the start that the master key at hand is the one that this database was sealed with. One row.
create table master_key_check (
  single boolean primary key default true check (single),
  master_key_id text not null,
  box bytea not null
);

-- What seals an organization's secrets, itself sealed by a master key, which is not in the database.
create table organization_data_key (
  org_id uuid not null references organization (id) on delete cascade,
  version integer not null,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null,
  primary key (org_id, version)
);

create table variable (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  type text not null check (type in ('string', 'secret')),
  value text check ((value is not null) = (type = 'string')),
  sealed bytea check ((sealed is not null) = (type = 'secret')),
  -- Counts values: a box that was sealed for an older one does not open any more.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Serves listVariables by name and findVariables too.
  unique (org_id, name)
);
-- Serves listVariables by age.
create index variable_by_age on variable (org_id, created_at, id);

-- Which monitors refer to which variables: a variable in use cannot be deleted, also in a race.
create table variable_use (
  variable_id uuid not null references variable (id),
  monitor_id uuid not null references monitor (id) on delete cascade,
  primary key (variable_id, monitor_id)
);
-- Serves dropOtherUses, and the deletion of monitors.
create index variable_use_by_monitor on variable_use (monitor_id);

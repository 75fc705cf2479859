-- Monitoring as code: projects, what they own, and plans. Creates new tables, so it waits for no lock.
-- Works with: 0006

-- A project of an organization; it exists from its first apply on.
create table code_project (
  org_id uuid not null references organization (id) on delete cascade,
  project text not null,
  -- Of the entries of the audit log about the project.
  id uuid not null unique,
  -- Each apply that changes something increments it.
  revision integer not null,
  applied_at timestamptz not null,
  -- Name of the person or API key.
  applied_by text not null,
  primary key (org_id, project)
);

-- What a project owns. A resource that was deleted by hand keeps its row until the next apply.
create table code_resource (
  org_id uuid not null,
  project text not null,
  -- packages/contract/src/code/code-keys.ts
  kind text not null,
  key text not null,
  resource_id uuid not null,
  -- The fields as they were applied last, with IDs, and with fingerprints in place of credentials.
  applied jsonb not null,
  -- Whether the document refuses that it is deleted or replaced.
  protect boolean not null,
  -- The fields that the document leaves to people.
  ignore_changes jsonb not null,
  -- Where it is written, such as monitors/home.yaml:12.
  source text,
  primary key (org_id, project, kind, key),
  foreign key (org_id, project) references code_project (org_id, project) on delete cascade,
  -- A resource belongs to one project. Also serves managedBy.
  unique (resource_id)
);

-- Targets in the trash that a project deleted, for `undelete`.
create table code_removed_resource (
  org_id uuid not null,
  project text not null,
  kind text not null,
  key text not null,
  resource_id uuid not null,
  applied jsonb not null,
  removed_at timestamptz not null,
  primary key (org_id, project, kind, key),
  foreign key (org_id, project) references code_project (org_id, project) on delete cascade
);

-- Plans that can still be applied.
create table code_plan (
  id uuid primary key,
  org_id uuid not null references organization (id) on delete cascade,
  project text not null,
  -- The document, sources and options of the request, without values of credentials. Not jsonb: the order counts.
  request json not null,
  -- SHA-256 of what the plan would do. Applying computes it again, and refuses another one.
  digest text not null,
  expires_at timestamptz not null
);
-- Serves deleteExpiredPlans.
create index code_plan_by_expiry on code_plan (expires_at);
-- Serves findCodePlan and deleteOlderPlans.
create index code_plan_by_project on code_plan (org_id, project, id);

-- What is kept of Stripe beside the subscription. A new table only: no lock matters.

create table stripe_customer (
  org_id uuid primary key references organization (id) on delete cascade,
  customer_id text not null unique,
  -- Deleted at Stripe: the next checkout makes another.
  is_gone boolean not null default false,
  -- Looks at Stripe are numbered as they begin, so that one that took long does not undo a later one.
  looks_begun bigint not null default 0,
  look_applied bigint not null default 0,
  looked_at timestamptz,
  -- When somebody was last sent to a page of Stripe's, where he may change something.
  sent_there_at timestamptz,
  created_at timestamptz not null
);
-- Serves listUnlooked.
create index stripe_customer_by_look on stripe_customer (looked_at nulls first);

-- Works with: 0016
-- Backups that were made, or failed. A new table only: locks nothing.

-- Not part of backups: a restored installation has made none.
create table backup (
  id uuid primary key,
  trigger text not null check (trigger in ('nightly', 'command')),
  -- The complete place: a path or an s3:// URL.
  place text not null,
  with_results boolean not null,
  status text not null check (status in ('running', 'succeeded', 'failed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Of the file.
  bytes bigint,
  rows bigint,
  -- A sentence, if it failed.
  error text,
  check ((finished_at is null) = (status = 'running'))
);
-- Serves listRecentBackups and the retention.
create index backup_by_start on backup (started_at);

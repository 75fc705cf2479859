-- Works with: 0018
-- Results of closed days: new tables and a view only. Locks nothing.

-- The results of one series on one day (UTC) that is closed: rolled up, counted, and older than VEDETTE_CLOSE_DAYS. They are no
-- longer in check_result. A row of it takes about 110 bytes with its indexes, a result here about 12 (ADR 0099).
--
-- Results are sorted by slot. Each is a record of 45 bytes, and byte k of all records is a plane of `results` bytes. A plane is
-- in `dense` if its bytes vary, in `sparse` if few differ, and nowhere if all are zero. pipeline/results/closed/encode-day.ts
-- writes records, the view below reads them.
create table closed_day (
  series_key integer not null references series (series_key) on delete cascade,
  day timestamptz not null,
  results integer not null check (results > 0),
  -- How many of them have these statuses, so that a list of failures decodes no other days; the others are up.
  degraded integer not null,
  down integer not null,
  errors integer not null,
  -- How many were started by the schedule.
  scheduled integer not null,
  -- The distance of slots that the first field is relative to.
  step_us bigint not null,
  -- For each byte of a record, the number of its plane in zeros || dense || sparse.
  planes bytea not null,
  dense bytea not null,
  sparse bytea not null,
  -- The different values of `details`, as text. The character 1 means the response time in milliseconds.
  templates text[] not null,
  primary key (series_key, day)
);
-- Random bytes: compression would only cost time.
alter table closed_day alter column dense set storage external;
-- For bytes of which few differ, smaller than lz4, and in every PostgreSQL.
alter table closed_day alter column sparse set compression pglz;
alter table closed_day alter column templates set compression pglz;
-- Serves deleteClosedDays.
create index closed_day_by_day on closed_day (day);

-- The results of closed days with the columns of check_result, and those of their day that say whether to decode it. A statement
-- must limit series_key and day. Columns that it does not use are not decoded.
create view closed_result as
select d.series_key, d.day, d.results, d.degraded, d.down, d.errors, d.scheduled,
  d.day + ((i * d.step_us + ((get_byte(b.bytes, get_byte(d.planes, 0) * d.results + i)::bigint << 32)
    | (get_byte(b.bytes, get_byte(d.planes, 1) * d.results + i)::bigint << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 2) * d.results + i)::bigint << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 3) * d.results + i)::bigint << 8)
    | get_byte(b.bytes, get_byte(d.planes, 4) * d.results + i)::bigint
    )) & 1099511627775) * interval '1 microsecond' as slot,
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 1 <> 0 then
    (get_byte(b.bytes, get_byte(d.planes, 6) * d.results + i) << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 7) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 8) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 9) * d.results + i)
  end as response_us,
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 2 <> 0 then
    (get_byte(b.bytes, get_byte(d.planes, 10) * d.results + i) << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 11) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 12) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 13) * d.results + i)
  end as dns_us,
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 4 <> 0 then
    (get_byte(b.bytes, get_byte(d.planes, 14) * d.results + i) << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 15) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 16) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 17) * d.results + i)
  end as connect_us,
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 8 <> 0 then
    (get_byte(b.bytes, get_byte(d.planes, 18) * d.results + i) << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 19) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 20) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 21) * d.results + i)
  end as tls_us,
  -- Stored as the rest of the response time, which varies less.
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 16 <> 0 then (((
      (get_byte(b.bytes, get_byte(d.planes, 6) * d.results + i) << 24)
      | (get_byte(b.bytes, get_byte(d.planes, 7) * d.results + i) << 16)
      | (get_byte(b.bytes, get_byte(d.planes, 8) * d.results + i) << 8)
      | get_byte(b.bytes, get_byte(d.planes, 9) * d.results + i)
    )::bigint - (
      (get_byte(b.bytes, get_byte(d.planes, 10) * d.results + i) << 24)
      | (get_byte(b.bytes, get_byte(d.planes, 11) * d.results + i) << 16)
      | (get_byte(b.bytes, get_byte(d.planes, 12) * d.results + i) << 8)
      | get_byte(b.bytes, get_byte(d.planes, 13) * d.results + i)
    ) - (
      (get_byte(b.bytes, get_byte(d.planes, 14) * d.results + i) << 24)
      | (get_byte(b.bytes, get_byte(d.planes, 15) * d.results + i) << 16)
      | (get_byte(b.bytes, get_byte(d.planes, 16) * d.results + i) << 8)
      | get_byte(b.bytes, get_byte(d.planes, 17) * d.results + i)
    ) - (
      (get_byte(b.bytes, get_byte(d.planes, 18) * d.results + i) << 24)
      | (get_byte(b.bytes, get_byte(d.planes, 19) * d.results + i) << 16)
      | (get_byte(b.bytes, get_byte(d.planes, 20) * d.results + i) << 8)
      | get_byte(b.bytes, get_byte(d.planes, 21) * d.results + i)
    ) - (
      (get_byte(b.bytes, get_byte(d.planes, 22) * d.results + i) << 24)
      | (get_byte(b.bytes, get_byte(d.planes, 23) * d.results + i) << 16)
      | (get_byte(b.bytes, get_byte(d.planes, 24) * d.results + i) << 8)
      | get_byte(b.bytes, get_byte(d.planes, 25) * d.results + i)
    )) & 4294967295)::integer
  end as ttfb_us,
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 32 <> 0 then
    (get_byte(b.bytes, get_byte(d.planes, 26) * d.results + i) << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 27) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 28) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 29) * d.results + i)
  end as body_bytes,
  (get_byte(b.bytes, get_byte(d.planes, 30) * d.results + i) << 24)
    | (get_byte(b.bytes, get_byte(d.planes, 31) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 32) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 33) * d.results + i) as connection_key,
  ((get_byte(b.bytes, get_byte(d.planes, 34) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 35) * d.results + i))::smallint as late_ms,
  case when get_byte(b.bytes, get_byte(d.planes, 5) * d.results + i) & 64 <> 0 then (
    (get_byte(b.bytes, get_byte(d.planes, 36) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 37) * d.results + i))::smallint
  end as status_code,
  ((get_byte(b.bytes, get_byte(d.planes, 38) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 39) * d.results + i))::smallint as attempts,
  chr(get_byte(b.bytes, get_byte(d.planes, 40) * d.results + i))::"char" as status,
  chr(get_byte(b.bytes, get_byte(d.planes, 41) * d.results + i))::"char" as trigger,
  -- The number 0 is none: evaluated first, because the rest takes longer than all other columns.
  case when ((get_byte(b.bytes, get_byte(d.planes, 42) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 43) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 44) * d.results + i)
  ) > 0 then replace(b.templates[(get_byte(b.bytes, get_byte(d.planes, 42) * d.results + i) << 16)
    | (get_byte(b.bytes, get_byte(d.planes, 43) * d.results + i) << 8)
    | get_byte(b.bytes, get_byte(d.planes, 44) * d.results + i)
    ], chr(1), trim_scale((
      (get_byte(b.bytes, get_byte(d.planes, 6) * d.results + i) << 24)
      | (get_byte(b.bytes, get_byte(d.planes, 7) * d.results + i) << 16)
      | (get_byte(b.bytes, get_byte(d.planes, 8) * d.results + i) << 8)
      | get_byte(b.bytes, get_byte(d.planes, 9) * d.results + i)
    ) / 1000.0)::text)::jsonb
  end as details
from closed_day d
-- `offset 0`: the bytes are put together once a day, not once a result.
cross join lateral (
  select decode(repeat('00', d.results), 'hex') || d.dense || d.sparse as bytes, d.templates || '{}'::text[] as templates
  offset 0
) b
cross join lateral generate_series(0, d.results - 1) i;

import { DatabaseSync } from "node:sqlite";

/** Makes a database with the columns of Uptime Kuma 1.23, for tests. */

const FIRST_DAY = "2026-10-01";

type Size = { monitors: number; days: number };

/** Monitors with a check a minute, each down for one hour a day. Every second one is of type push. Returns the path. */
export function makeKuma123(path: string, { monitors, days }: Size): string {
  const database = new DatabaseSync(path);
  database.exec(`
    create table monitor (id integer primary key autoincrement, name varchar(150), active boolean not null default 1,
      user_id integer, interval integer not null default 20, url text, type varchar(20), weight integer default 2000,
      hostname varchar(255), port integer, keyword varchar(255), maxretries integer not null default 0,
      ignore_tls boolean not null default 0, upside_down boolean not null default 0,
      maxredirects integer not null default 10, accepted_statuscodes_json text not null default '["200-299"]',
      retry_interval integer not null default 0, push_token varchar(20), method text not null default 'GET',
      resend_interval integer not null default 0, timeout double not null default 0, parent integer,
      description text default null);
    create table notification (id integer primary key autoincrement, name varchar(255), active boolean not null default 1,
      user_id integer not null, is_default boolean default 0 not null, config text);
    create table setting (id integer primary key autoincrement, key varchar(200) not null unique, value text,
      type varchar(20));
    create table heartbeat (id integer primary key autoincrement, important boolean not null default 0,
      monitor_id integer not null, status smallint not null, msg text, time datetime not null, ping integer,
      duration integer not null default 0, down_count integer not null default 0);
    insert into setting (key, value) values ('database_version', '10');
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${monitors})
      insert into monitor (name, interval, type, url, push_token)
      select 'Monitor ' || i, 60, case i % 2 when 1 then 'http' else 'push' end, 'https://www.acme.example/' || i, 'tokenOf' || (1000 + i)
      from n;
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${days * 1_440 - 1})
      insert into heartbeat (important, monitor_id, status, time, ping)
      select i = 0 or i % 1440 in (600, 660), m.id, i % 1440 not between 600 and 659,
        strftime('%Y-%m-%d %H:%M:%S.000', '${FIRST_DAY}', '+' || i || ' minutes'),
        case when i % 1440 between 600 and 659 then null else 20 + i % 7 end
      from n cross join monitor m;
    create index monitor_important_time_index on heartbeat (monitor_id, important, time);`);
  database.close();
  return path;
}

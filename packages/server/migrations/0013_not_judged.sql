-- Works with: 0012
-- Results that were not judged: a status of their own, counted apart. New columns have a constant default and new
-- checks are not validated (they allow all that the old ones did), so each table is locked only for the moment that
-- its description changes.

-- Beside u(p), g (degraded) and d(own), check_result.status may be e(rror): the target was not judged.

alter table monitor
  -- Why the status is `unknown`: code and message of the check that made it so.
  add column status_reason text,
  drop constraint monitor_status_check,
  add constraint monitor_status_check
    check (status in ('pending', 'up', 'degraded', 'down', 'unknown', 'paused', 'maintenance')) not valid;
alter table api_monitor
  add column status_reason text,
  drop constraint api_monitor_status_check,
  add constraint api_monitor_status_check
    check (status in ('pending', 'up', 'degraded', 'down', 'unknown', 'paused', 'maintenance')) not valid;
alter table journey
  add column status_reason text,
  drop constraint journey_status_check,
  add constraint journey_status_check
    check (status in ('pending', 'up', 'degraded', 'down', 'unknown', 'paused', 'maintenance')) not valid;

alter table series
  -- Results in a row that were not judged; three make the status `unknown`.
  add column consecutive_errors smallint not null default 0,
  drop constraint monitor_location_status_check,
  add constraint series_status_check
    check (status in ('pending', 'up', 'degraded', 'down', 'unknown')) not valid;

-- Of `total`, the results that were not judged.
alter table result_rollup_hour add column errors integer not null default 0;
alter table result_rollup_day add column errors integer not null default 0;

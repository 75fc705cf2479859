-- Keys of runners, each bound to a location of its organization. The new column has no default and the check is
-- looked at for the rows of a small table: locked for milliseconds.

alter table api_key add column location text;
alter table api_key drop constraint api_key_scope_check;
alter table api_key add constraint api_key_scope_check check (scope in ('agent', 'read', 'admin', 'runner'));
alter table api_key add constraint api_key_location_check check ((scope = 'runner') = (location is not null));
-- Serves listPrivateLocations. Keys are never deleted, so neither is what they make private.
create index api_key_by_location on api_key (org_id, location) where location is not null;

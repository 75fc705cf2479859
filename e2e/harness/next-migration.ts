/** A migration of a next version: it locks what each result needs, and reads and builds as much as a release does. */
export const NEXT_STATEMENTS = `-- Works with: 0018
-- Notes of results.
alter table check_result add column note text;
alter table check_result add constraint note_length check (length(note) < 1000);
alter table stored_target add column note text not null default '';
create index check_result_by_note on check_result (series_key, note);
create table result_note (target_id uuid not null references stored_target (id) on delete cascade, text text);
`;

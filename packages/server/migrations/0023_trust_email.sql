-- Works with: 0018
-- Identity providers that send no `email_verified`. Locks identity_provider briefly: a column with a constant default.

-- Whether an address of a verified domain counts as verified although the provider does not say so.
alter table identity_provider add column trust_email boolean not null default false;

-- Sign-ups whose address is still to be proved. A new table only: no lock matters.
-- Works with: 0012

-- Several of one address stand side by side: who signs up with a foreign address takes nothing from its owner.
create table pending_sign_up (
  -- SHA-256 of the token in the mailed link: the token itself is never stored.
  token_hash bytea primary key,
  email text not null check (email = lower(email)),
  name text not null,
  -- As argon2id.
  password text not null,
  expires_at timestamptz not null
);
-- Serves deletePendingSignUps.
create index pending_sign_up_by_email on pending_sign_up (email);
-- Serves deleteExpiredSignUps.
create index pending_sign_up_by_expiry on pending_sign_up (expires_at);

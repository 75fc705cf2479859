/**
 * What an API key may do. Source: decisions.md, section 2. `runner` is none of its kind: such a key belongs to a
 * runner at one location, takes work there and hands in what it found, and reaches nothing else. No other scope
 * reaches that, for work holds secrets.
 */
export const SCOPES = ["agent", "read", "admin", "runner"] as const;
export type Scope = (typeof SCOPES)[number];

/** What a member may do, weakest first. */
export const ROLES = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** The fixed start of every API key; the specification wants the word `agent` in it. */
export const API_KEY_PREFIX = "vdt_agent_";

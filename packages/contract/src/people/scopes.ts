/**
 * Scopes of API keys. `runner` is a special case: such a key belongs to the runners at one location. It can only fetch
 * work there and report results. No other scope can fetch work, because work contains secrets. So is `code`: such a key
 * plans, tests and applies the configuration of some projects, and can do nothing else.
 */
export const SCOPES = ["agent", "read", "admin", "runner", "code"] as const;
export type Scope = (typeof SCOPES)[number];

/** Roles of members, weakest first. */
export const ROLES = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Prefix of every API key. Part of the public format of keys, so it cannot change. */
export const API_KEY_PREFIX = "vdt_agent_";

import type { Role, Scope } from "@vedette/contract/people/scopes.ts";

export const ROLE_LABELS: Record<Role, string> = {
  viewer: "Viewer",
  member: "Member",
  admin: "Admin",
  owner: "Owner",
};

export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  viewer: "Sees everything but secrets, and changes nothing.",
  member: "Creates and changes monitors, journeys, alert rules and plain variables.",
  admin: "Also secrets, scripts, members, API keys and the audit log.",
  owner: "Also transfers and deletes the organization.",
};

export const SCOPE_LABELS: Record<Scope, string> = {
  agent: "Agent",
  read: "Read",
  admin: "Admin",
  runner: "Runner",
  code: "Code",
};

export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  agent:
    "Runs checks, API monitors and journeys, reads their results and uploads artifacts. For pipelines and AI agents.",
  read: "Reads everything but secrets, and changes nothing. For dashboards and exports.",
  admin:
    "Can do everything an admin can, including changing monitors, secrets, members and keys. Store it securely.",
  runner:
    "For your own runner at one location, such as a private network: receives work and reports results.",
  code: "Plans, tests and applies configuration as code for some projects, and nothing else. For CI.",
};

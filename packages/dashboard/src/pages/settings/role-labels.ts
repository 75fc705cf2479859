import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import { t, tContext } from "../../language/t.ts";

export const ROLE_LABELS: Record<Role, string> = {
  viewer: t("Viewer"),
  member: t("Member"),
  admin: t("Admin"),
  owner: t("Owner"),
};

/** In sentences. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: tContext("in a sentence", "viewer"),
  member: tContext("in a sentence", "member"),
  admin: tContext("in a sentence", "admin"),
  owner: tContext("in a sentence", "owner"),
};

export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  viewer: t("Sees everything but secrets, and changes nothing."),
  member: t("Creates and changes monitors, journeys, alert rules and plain variables."),
  admin: t("Also secrets, scripts, members, API keys and the audit log."),
  owner: t("Also transfers and deletes the organization."),
};

export const SCOPE_LABELS: Record<Scope, string> = {
  agent: t("Agent"),
  read: t("Read"),
  admin: t("Admin"),
  runner: t("Runner"),
  code: t("Code"),
};

export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  agent: t(
    "Runs checks, API monitors and journeys, reads their results and uploads artifacts. For pipelines and AI agents.",
  ),
  read: t("Reads everything but secrets, and changes nothing. For dashboards and exports."),
  admin: t(
    "Can do everything an admin can, including changing monitors, secrets, members and keys. Store it securely.",
  ),
  runner: t(
    "For your own runner at one location, such as a private network: receives work and reports results.",
  ),
  code: t("Plans, tests and applies configuration as code for some projects, and nothing else. For CI."),
};

import type { ApiKey, NewApiKey } from "@vedette/contract/people/api-keys.ts";
import type { AuditEntry } from "@vedette/contract/people/audit-log.ts";
import type { Invitation, Member, NewInvitation } from "@vedette/contract/people/members.ts";
import type { Organization } from "@vedette/contract/people/organizations.ts";
import type { LocationState } from "@vedette/contract/runners/locations.ts";
import type { Variable } from "@vedette/contract/variables/variables.ts";
import type { View } from "@vedette/contract/views/views.ts";
import { UsageError } from "../exit-codes.ts";
import { parseSelector } from "../parse-selector.ts";
import { defineNoun } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

const roleField = {
  role: {
    type: "string",
    value: "role",
    summary: "role",
    choices: ["viewer", "member", "admin", "owner"],
    field: "role",
  },
} as const;

export const variables = defineNoun<Variable>({
  noun: "variables",
  one: "variable",
  path: "variables",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/variables",
  list: {
    summary: "Lists variables; the values of secrets are never shown",
    columns: [
      ["name", ({ name }) => name],
      ["type", ({ type }) => type],
      ["value", ({ type, value }) => (type === "secret" ? "(secret)" : value)],
      ["id", ({ id }) => id],
    ],
    filters: { type: "string or secret" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no variables.",
  },
  fields: {
    ...nameFields,
    value: { type: "string", value: "text", summary: "value; use --secret-env for a secret", field: "value" },
  },
  fieldOptions: {
    "secret-env": {
      type: "string",
      value: "name",
      summary: "environment variable with the value of a secret",
    },
  },
  toFields: ({ "secret-env": name }, { context }) => {
    if (typeof name !== "string") return {};
    // A secret on the command line would be visible to other users of the machine.
    const value = context.env[name];
    if (!value) throw new UsageError(`The environment variable ${name} of --secret-env is not set.`);
    return { type: "secret", value };
  },
});

export const keys = defineNoun<ApiKey>({
  noun: "keys",
  one: "API key",
  path: "api-keys",
  verbs: ["list", "get", "create", "delete"],
  page: "/settings/api-keys",
  list: {
    summary: "Lists API keys, without the keys themselves",
    columns: [
      ["name", ({ name }) => name],
      ["scope", ({ scope }) => scope],
      ["targets", ({ selector }) => (selector === null ? "all" : JSON.stringify(selector))],
      ["status", ({ status }) => status],
      ["start", (key) => key.key_start],
      ["last used", (key) => key.last_used_at],
      ["expires", (key) => key.expires_at],
      ["id", ({ id }) => id],
    ],
    filters: { status: "active, expired or revoked" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no API keys.",
  },
  fields: {
    ...nameFields,
    scope: {
      type: "string",
      value: "scope",
      summary: "what the key may do, such as read or admin",
      field: "scope",
    },
    location: {
      type: "string",
      value: "name",
      summary: "location of the runners of a runner key",
      field: "location",
    },
    "ip-allow": {
      type: "string",
      isList: true,
      value: "network",
      summary: "address or network from which the key may be used, such as 203.0.113.0/24",
      field: "ip_allow",
    },
    expires: {
      type: "string",
      value: "time",
      summary: "end of validity, as in 2027-01-31T12:00:00Z",
      field: "expires_at",
    },
  },
  fieldOptions: {
    selector: {
      type: "string",
      value: "json",
      summary: 'targets that the key is limited to, such as {"tags":{"any":["shop"]}}',
    },
  },
  toFields: ({ selector }) => (typeof selector === "string" ? { selector: parseSelector(selector) } : {}),
  missingFields: ({ name }) => (name ? null : "An API key requires --name."),
  create: {
    summary: "Creates an API key and prints it; it is shown only once",
    printed: (key) => (key as NewApiKey).key,
    note: ({ name, id }) => `${name} has the ID ${id}.`,
  },
  delete: { summary: "Revokes API keys" },
});

export const members = defineNoun<Member>({
  noun: "members",
  one: "member",
  path: "organizations/{org}/members",
  verbs: ["list", "get", "update", "delete"],
  page: "/settings/members",
  list: {
    summary: "Lists the members of the organization",
    columns: [
      ["name", ({ name }) => name],
      ["email", ({ email }) => email],
      ["role", ({ role }) => role],
      ["joined", (member) => member.joined_at],
      ["id", ({ id }) => id],
      // The ID that schedules, policies and reports take.
      ["person id", (member) => member.user_id],
    ],
    filters: { role: "viewer, member, admin or owner" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no members.",
  },
  fields: roleField,
  update: { summary: "Changes the role of a member" },
  delete: { summary: "Removes members from the organization" },
});

export const invitations = defineNoun<Invitation>({
  noun: "invitations",
  one: "invitation",
  path: "organizations/{org}/invitations",
  verbs: ["list", "get", "create", "delete"],
  page: "/settings/members",
  list: {
    summary: "Lists the invitations to the organization, newest first",
    columns: [
      ["email", ({ email }) => email],
      ["role", ({ role }) => role],
      ["status", ({ status }) => status],
      ["expires", (invitation) => invitation.expires_at],
      ["id", ({ id }) => id],
    ],
    filters: { status: "pending, accepted, expired or revoked" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no invitations.",
  },
  fields: {
    email: { type: "string", value: "address", summary: "email address of the person", field: "email" },
    ...roleField,
  },
  create: {
    summary: "Invites a person and prints the link; it is shown only once",
    printed: (invitation) => (invitation as NewInvitation).invite_url,
  },
  delete: { summary: "Revokes invitations" },
});

export const organizations = defineNoun<Organization>({
  noun: "organizations",
  one: "organization",
  path: "user/organizations",
  verbs: ["list"],
  page: "/settings/organization",
  list: {
    summary: "Lists the organizations of the API key",
    columns: [
      ["name", ({ name }) => name],
      ["slug", ({ slug }) => slug],
      ["role", ({ role }) => role],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "There are no organizations.",
  },
});

export const locations = defineNoun<LocationState>({
  noun: "locations",
  one: "location",
  path: "locations",
  verbs: ["list"],
  page: "/locations",
  list: {
    summary: "Lists locations and their runners",
    columns: [
      ["id", ({ id }) => id],
      ["runners", ({ runners }) => runners],
      ["kind", (location) => (location.private ? "private" : "shared")],
      ["last seen", (location) => location.last_seen_at],
    ],
    ...{ limit: null, isPaged: false },
    empty: () => "There are no locations.",
  },
});

export const audit = defineNoun<AuditEntry>({
  noun: "audit",
  one: "entry of the audit log",
  path: "audit-log",
  verbs: ["list"],
  page: "/settings/audit-log",
  list: {
    summary: "Lists the entries of the audit log, newest first",
    columns: [
      ["time", (entry) => entry.created_at],
      ["actor", ({ actor }) => actor.name],
      ["action", ({ action }) => action],
      ["object", ({ target }) => `${target.type} ${target.id}`],
      ["ip", ({ ip }) => ip],
    ],
    filters: {
      actor: "ID of a user or an API key",
      action: "action, such as monitor.update",
      target: "ID of the changed resource",
      from: "earliest time, as in 2026-01-31T12:00:00Z",
      to: "time before which the entries were made",
    },
    ...{ limit: 200, isPaged: true },
    empty: () => "There are no entries.",
  },
});

export const views = defineNoun<View>({
  noun: "views",
  one: "view",
  path: "views",
  verbs: ["list", "get", "create", "update", "delete"],
  page: null,
  list: {
    summary: "Lists the saved views that are shared with the organization",
    columns: [
      ["name", ({ name }) => name],
      ["list", ({ list }) => list],
      ["id", ({ id }) => id],
    ],
    filters: { list: "list of the views, such as monitors" },
    ...{ limit: null, isPaged: false },
    empty: () => "There are no shared views.",
  },
  delete: { summary: "Deletes saved views that are shared with the organization" },
});

import type { CodeProjectSummary } from "@vedette/contract/code/code-projects.ts";
import type { CodeTrust } from "@vedette/contract/code/trusts/code-trusts.ts";
import { defineNoun } from "./noun.ts";

export const projects = defineNoun<CodeProjectSummary>({
  noun: "projects",
  one: "project",
  path: "code/projects",
  verbs: ["list", "get"],
  page: null,
  list: {
    summary: "Lists projects of monitoring as code",
    columns: [
      ["project", ({ project }) => project],
      ["revision", ({ revision }) => revision],
      ["resources", (row) => row.resource_count],
      ["applied", (row) => row.applied_at],
    ],
    ...{ limit: null, isPaged: false },
    empty: () => "There are no projects.",
  },
});

export const trusts = defineNoun<CodeTrust>({
  noun: "trusts",
  one: "trust",
  path: "code/trusts",
  verbs: ["list", "create", "delete"],
  page: null,
  list: {
    summary: "Lists the trusted tokens of pipelines, such as those of GitHub Actions",
    columns: [
      ["issuer", ({ issuer }) => issuer],
      ["audience", ({ audience }) => audience],
      ["subject", ({ subject }) => subject],
      ["scope", ({ scope }) => scope],
      ["last used", (trust) => trust.last_used_at],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "No token of a pipeline is trusted.",
  },
  fields: {
    issuer: { type: "string", value: "url", summary: "issuer of the tokens", field: "issuer" },
    audience: { type: "string", value: "audience", summary: "audience of the tokens", field: "audience" },
    subject: { type: "string", value: "pattern", summary: "pattern of the subject", field: "subject" },
    scope: { type: "string", value: "scope", summary: "scope of the exchanged key", field: "scope" },
    project: {
      type: "string",
      value: "key",
      summary: "project of monitoring as code; may be repeated",
      isList: true,
      field: "projects",
    },
  },
});

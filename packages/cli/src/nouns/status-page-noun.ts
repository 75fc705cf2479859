import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { UsageError } from "../exit-codes.ts";
import { StatusPageClient } from "../status-page-client.ts";
import { defineNoun, type FieldUse, type FieldValues } from "./noun.ts";

export const statusPages = defineNoun<StatusPage>({
  noun: "status-pages",
  one: "status page",
  path: "status-pages",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/status-pages/{id}",
  list: {
    summary: "Lists status pages by title, with address and access",
    columns: [
      ["title", ({ title }) => title],
      ["access", ({ published, access }) => (published ? access : "not published")],
      ["url", ({ url }) => url],
      ["id", ({ id }) => id],
    ],
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no status pages.",
  },
  fields: {
    title: { type: "string", value: "title", summary: "title", field: "title" },
    slug: { type: "string", value: "slug", summary: "slug of the URL", field: "slug" },
    access: {
      type: "string",
      value: "access",
      summary: "who may see the page",
      choices: ["public", "password", "members", "email_domains"],
      field: "access",
    },
  },
  fieldOptions: {
    publish: { type: "boolean", summary: "publish the page" },
    unpublish: { type: "boolean", summary: "do not publish the page" },
    "password-env": { type: "string", value: "name", summary: "environment variable with the password" },
    suggested: { type: "boolean", summary: "create: add components for groups, tags and targets" },
  },
  toFields,
  missingFields: ({ slug, title }) =>
    slug && title ? null : "A status page requires --slug and --title, or --suggested.",
  update: { printed: ({ url }) => url },
  delete: { summary: "Deletes status pages with their components, incidents and domains; targets stay" },
});

async function toFields(values: FieldValues, { verb, context }: FieldUse): Promise<Record<string, unknown>> {
  const { publish, unpublish, suggested, slug, title } = values;
  if (publish && unpublish) throw new UsageError("Use only one of --publish and --unpublish.");
  if (suggested && verb === "update") throw new UsageError("--suggested is for new status pages.");
  const password = readPassword(values["password-env"], context.env);
  const suggestion = suggested ? await new StatusPageClient(context.settings()).suggest() : null;
  return {
    ...(suggestion && {
      slug: slug ?? suggestion.slug,
      title: title ?? suggestion.title,
      components: suggestion.components.map(({ name, selector }) => ({ name, selector })),
    }),
    ...((publish === true || unpublish === true) && { published: Boolean(publish) }),
    ...(password !== undefined && { password }),
  };
}

/** A password on the command line would be visible to other users of the machine. */
function readPassword(name: unknown, env: FieldUse["context"]["env"]): string | undefined {
  if (typeof name !== "string") return undefined;
  const password = env[name];
  if (!password) throw new UsageError(`The variable ${name} of --password-env is not set.`);
  return password;
}

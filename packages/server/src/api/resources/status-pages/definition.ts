import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { StatusPageCreate, StatusPageUpdate } from "@vedette/contract/status-pages/status-pages.ts";
import {
  DEFAULT_SETTINGS,
  type PageSettings,
  type StatusPageRow,
} from "../../../pipeline/status-pages/page-row.ts";
import { given } from "../../../pipeline/targets/target-row.ts";
import { toNetwork } from "../../../platform/net/networks/ip-allow.ts";

/** Converts requests to stored fields: defaults, merging and validation across fields. No database access. */

/** The fields that a caller can write, apart from the password. */
export type PageFields = Pick<
  StatusPageRow,
  | "slug"
  | "title"
  | "description"
  | "published"
  | "access"
  | "email_domains"
  | "ip_allow"
  | "custom_css"
  | "settings"
>;

/** Merges the request into the stored fields; null resets a field to its default. */
export function mergeFields(row: PageFields, input: StatusPageUpdate): PageFields {
  return {
    slug: input.slug ?? row.slug,
    title: input.title ?? row.title,
    description: given(input.description, row.description, ""),
    published: input.published ?? row.published,
    access: input.access ?? row.access,
    email_domains: distinct(given(input.email_domains, row.email_domains, [])),
    ip_allow: distinct(given(input.ip_allow, row.ip_allow, []).map((text) => toNetwork(text) ?? text)),
    custom_css: given(input.custom_css, row.custom_css, ""),
    settings: mergeSettings(row.settings, input),
  };
}

/** The fields of a new page. */
export function createFields(input: StatusPageCreate): PageFields {
  const empty = {
    description: "",
    email_domains: [],
    ip_allow: [],
    custom_css: "",
    settings: DEFAULT_SETTINGS,
  };
  const { slug, title, published, access } = input;
  return mergeFields({ ...empty, slug, title, published, access }, input);
}

function mergeSettings(settings: PageSettings, input: StatusPageUpdate): PageSettings {
  return {
    theme: input.theme ?? settings.theme,
    colors: given(input.colors, settings.colors, {}),
    links: given(input.links, settings.links, []),
    hide_branding: input.hide_branding ?? settings.hide_branding,
    noindex: input.noindex ?? settings.noindex,
    timezone: given<string | null>(input.timezone, settings.timezone, null),
    languages: distinct(given(input.languages, settings.languages, [])),
    default_language: input.default_language ?? settings.default_language,
    history_days: input.history_days ?? settings.history_days,
    min_incident_seconds: input.min_incident_seconds ?? settings.min_incident_seconds,
    show: merge(settings.show, DEFAULT_SETTINGS.show, input.show),
    automatic: merge(settings.automatic, DEFAULT_SETTINGS.automatic, input.automatic),
  };
}

/** Changes the given fields; null resets all of them. */
function merge<T extends object>(
  stored: T,
  defaults: T,
  input: { [Name in keyof T]?: T[Name] | undefined } | null | undefined,
): T {
  if (input === null) return defaults;
  return Object.assign({ ...stored }, withoutUndefined(input ?? {}));
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** What else the fields depend on. */
export type PageFacts = { hasPassword: boolean; hasMailServer: boolean };

/** Errors of the fields together. */
export async function fieldErrors(
  fields: PageFields,
  { hasPassword, hasMailServer }: PageFacts,
): Promise<ErrorDetail[]> {
  const { access, email_domains: domains, settings } = fields;
  const errors: ErrorDetail[] = fields.ip_allow
    .filter((text) => toNetwork(text) === null)
    .map((text) => ({
      path: "ip_allow",
      message: `contains '${text}', which is neither an IP address nor a network such as 192.0.2.0/24`,
    }));
  if (access === "password" && !hasPassword)
    errors.push({ path: "password", message: "is required for access 'password'" });
  if (access === "email_domains" && domains.length === 0)
    errors.push({ path: "email_domains", message: "must contain a domain for access 'email_domains'" });
  if (access === "email_domains" && !hasMailServer)
    errors.push({
      path: "access",
      message:
        "cannot be 'email_domains': this server sends no email, because the operator has not set SMTP_URL",
    });
  if (settings.languages.length > 0 && !settings.languages.includes(settings.default_language))
    errors.push({ path: "default_language", message: "must be one of languages" });
  // Loads on first use: the parser takes 4 MB.
  const { sanitizeCss } = await import("../../../pipeline/status-pages/styles/sanitize-css.ts");
  const { errors: cssErrors } = sanitizeCss(fields.custom_css);
  return [
    ...errors,
    ...cssErrors.map(({ line, message }) => ({ path: "custom_css", message: `line ${line} ${message}` })),
  ];
}

import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { pageComponentCreate } from "./page-components.ts";
import { PAGE_LANGUAGES } from "./page-languages.ts";
import {
  CUSTOM_CSS_BYTES_MAX,
  HISTORY_DAYS_DEFAULT,
  HISTORY_DAYS_MAX,
  HISTORY_DAYS_MIN,
  PAGE_FIRST_COMPONENTS_MAX,
  PAGE_LINKS_MAX,
} from "./page-limits.ts";
import { isPlainText, PLAIN_TEXT_ERROR } from "./plain-text.ts";
import {
  AUTOMATIC_INCIDENTS,
  COMPONENT_STATUSES,
  IMPACTS,
  PAGE_ACCESSES,
  PAGE_COLORS,
  PAGE_THEMES,
} from "./status-words.ts";

/** Status pages: what an organization shows to its users. */

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const PASSWORD_MIN = 8;
const ENTRIES_MAX = 100;
/** An IP address, or a network in CIDR notation; the server reads it with a real parser. */
const NETWORK_LENGTH_MAX = 49;

const pageUrl = z
  .string()
  .max(2_000)
  .refine(isLink, "must be an http or https URL without user and password, or a mailto: address");

function isLink(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return /^https?:$/.test(url.protocol) ? url.username + url.password === "" : url.protocol === "mailto:";
}

const link = z.strictObject({
  label: z.string().trim().min(1).max(60).refine(isPlainText, PLAIN_TEXT_ERROR),
  url: pageUrl,
});

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be a color such as #1f6feb")
  .transform((text) => text.toLowerCase());

const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    "must be a domain such as example.com, without @",
  );

const show = {
  uptime: z.boolean().meta({ description: "Bars and uptime of each component" }),
  response_chart: z.boolean().meta({ description: "A chart of the response times of each component" }),
  component_values: z.boolean().meta({
    description:
      "The numbers beside the bars: uptime, the share of time observed, and the range of the uptime",
  }),
  subscribers: z.boolean().meta({ description: "Visitors can subscribe to the page" }),
};

const automatic = {
  incidents: z.enum(AUTOMATIC_INCIDENTS).meta({
    description:
      "What a critical alert of a component does if it stays open: nothing, a draft, or an incident",
  }),
  publish_after_seconds: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .meta({ description: "How long the alert must be open" }),
};

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** A component that is created together with its page; its position is its place in the list. */
const firstComponent = pageComponentCreate
  .pick({ name: true, description: true, targets: true, selector: true, rollup: true, status: true })
  .strict()
  .meta({ id: "StatusPageComponentCreate" });

/** Every writable field, without defaults. */
const fields = {
  slug: z
    .string()
    .regex(SLUG, "must be a-z, 0-9 and -, at most 63 characters, and not start or end with -")
    .meta({ description: "The page is at `/status/<slug>`; unique on this server" }),
  title: targetFields.name.refine(isPlainText, PLAIN_TEXT_ERROR),
  description: z.string().max(2_000).refine(isPlainText, PLAIN_TEXT_ERROR).meta({ description: "Markdown" }),
  published: z.boolean().meta({ description: "If false, only members of the organization see the page" }),
  access: z.enum(PAGE_ACCESSES).meta({
    description:
      "`public`; `password`; `members` of the organization; `email_domains`: a link by email to an address of one of them",
  }),
  password: z
    .string()
    .min(PASSWORD_MIN)
    .max(200)
    .meta({
      writeOnly: true,
      description: `At least ${PASSWORD_MIN} characters. Changing it ends the access of everyone who knew the old one`,
    }),
  email_domains: z.array(emailDomain).max(ENTRIES_MAX),
  ip_allow: z.array(z.string().trim().min(1).max(NETWORK_LENGTH_MAX)).max(ENTRIES_MAX).meta({
    description:
      "IP addresses and networks (CIDR) that can open the page, in addition to `access`; empty: all of them",
  }),
  theme: z.enum(PAGE_THEMES),
  colors: z.partialRecord(z.enum(PAGE_COLORS), color).meta({
    description: "Colors as `#rrggbb`, which replace those of the theme",
  }),
  custom_css: z
    .string()
    .refine(
      (text) => byteLength(text) <= CUSTOM_CSS_BYTES_MAX,
      `must be at most ${CUSTOM_CSS_BYTES_MAX / 1_024} KiB`,
    )
    .meta({
      description:
        "A style sheet of allowed properties, functions and selectors; anything else is rejected with its line",
    }),
  links: z.array(link).max(PAGE_LINKS_MAX).meta({ description: "Links in the header, such as to support" }),
  hide_branding: z.boolean().meta({ description: "Hide the line about Vedette in the footer" }),
  noindex: z.boolean().meta({ description: "Ask search engines not to list the page" }),
  timezone: timezoneSchema.meta({
    description: "IANA name: the days of bars and all times; default: the time zone of the organization",
  }),
  languages: z.array(z.enum(PAGE_LANGUAGES)).max(PAGE_LANGUAGES.length).meta({
    description: "Languages that the page offers; empty: all",
  }),
  default_language: z.enum(PAGE_LANGUAGES).meta({
    description: "For visitors whose browser prefers none of `languages`",
  }),
  history_days: z.number().int().min(HISTORY_DAYS_MIN).max(HISTORY_DAYS_MAX),
  min_incident_seconds: z.number().int().min(0).max(3_600).meta({
    description: "Shorter downtime does not color a bar; it still counts in the uptime",
  }),
};

const readOnlyFields = {
  id: readOnly,
  public_id: readOnly,
  url: readOnly,
  has_password: readOnly,
  has_feed_token: readOnly,
  images: readOnly,
  managed_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const statusPageCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    slug: fields.slug,
    title: fields.title,
    description: fields.description.nullish(),
    published: fields.published.default(false),
    access: fields.access.default("public"),
    password: fields.password.nullish(),
    email_domains: fields.email_domains.nullish(),
    ip_allow: fields.ip_allow.nullish(),
    theme: fields.theme.default("system"),
    colors: fields.colors.nullish(),
    custom_css: fields.custom_css.nullish(),
    links: fields.links.nullish(),
    hide_branding: fields.hide_branding.default(false),
    noindex: fields.noindex.default(false),
    timezone: fields.timezone.nullish(),
    languages: fields.languages.nullish(),
    default_language: fields.default_language.default("en"),
    history_days: fields.history_days.default(HISTORY_DAYS_DEFAULT),
    min_incident_seconds: fields.min_incident_seconds.default(0),
    show: z.strictObject(show).partial().nullish(),
    automatic: z.strictObject(automatic).partial().nullish(),
    components: z.array(firstComponent).max(PAGE_FIRST_COMPONENTS_MAX).nullish().meta({
      description:
        "Components to create with the page, in their order; `GET /status-pages/suggestion` suggests some",
    }),
  })
  .meta({ id: "StatusPageCreate" });
export type StatusPageCreate = z.output<typeof statusPageCreate>;
export type StatusPageCreateInput = z.input<typeof statusPageCreate>;

/** Changes only the fields in the request; null resets an optional field. */
export const statusPageUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    slug: fields.slug.optional(),
    title: fields.title.optional(),
    description: fields.description.nullish(),
    published: fields.published.optional(),
    access: fields.access.optional(),
    password: fields.password.nullish(),
    email_domains: fields.email_domains.nullish(),
    ip_allow: fields.ip_allow.nullish(),
    theme: fields.theme.optional(),
    colors: fields.colors.nullish(),
    custom_css: fields.custom_css.nullish(),
    links: fields.links.nullish(),
    hide_branding: fields.hide_branding.optional(),
    noindex: fields.noindex.optional(),
    timezone: fields.timezone.nullish(),
    languages: fields.languages.nullish(),
    default_language: fields.default_language.optional(),
    history_days: fields.history_days.optional(),
    min_incident_seconds: fields.min_incident_seconds.optional(),
    show: z.strictObject(show).partial().nullish(),
    automatic: z.strictObject(automatic).partial().nullish(),
  })
  .meta({ id: "StatusPageUpdate" });
export type StatusPageUpdate = z.output<typeof statusPageUpdate>;
export type StatusPageUpdateInput = z.input<typeof statusPageUpdate>;

const imageSchema = z.object({
  url: z.string(),
  content_type: z.string(),
  bytes: z.number(),
});

export const statusPageSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    public_id: z.string().meta({ description: "Random ID that the page itself and its feeds show" }),
    url: z
      .string()
      .meta({ description: "Address of the page: its first verified domain, or that of this server" }),
    slug: z.string(),
    title: z.string(),
    description: z.string().meta({ description: "Markdown" }),
    published: z.boolean(),
    access: z.enum(PAGE_ACCESSES),
    has_password: z.boolean(),
    has_feed_token: z
      .boolean()
      .meta({ description: "Whether feeds and JSON can be read with a secret token" }),
    email_domains: z.array(z.string()),
    ip_allow: z.array(z.string()),
    theme: z.enum(PAGE_THEMES),
    colors: z.partialRecord(z.enum(PAGE_COLORS), z.string()),
    custom_css: z.string(),
    images: z
      .object({
        logo_light: imageSchema.nullable(),
        logo_dark: imageSchema.nullable(),
        favicon: imageSchema.nullable(),
      })
      .meta({ description: "Upload them with `POST /status-pages/{id}/images/{image}`" }),
    links: z.array(z.object({ label: z.string(), url: z.string() })),
    hide_branding: z.boolean(),
    noindex: z.boolean(),
    timezone: z.string().nullable().meta({ description: "Null: the time zone of the organization" }),
    languages: z.array(z.enum(PAGE_LANGUAGES)),
    default_language: z.enum(PAGE_LANGUAGES),
    history_days: z.number(),
    min_incident_seconds: z.number(),
    show: z.object(show),
    automatic: z.object(automatic),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "StatusPage" });
export type StatusPage = z.output<typeof statusPageSchema>;

export const statusPageListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  org_id: z.string().optional(),
});
export type StatusPageListQuery = z.output<typeof statusPageListQuery>;

/** The current state of a page, as its visitors see it. */
export const pageStatusSchema = z
  .object({
    status: z.enum(COMPONENT_STATUSES).meta({ description: "The worst status of a component" }),
    impact: z
      .enum(IMPACTS)
      .meta({ description: "The indicator of the page's JSON: of components and incidents" }),
    is_measured: z.boolean().meta({ description: "False if no component is measured now" }),
    unresolved_incidents: z.number(),
    active_maintenances: z.number(),
    as_of: timestamp,
  })
  .meta({ id: "StatusPageStatus" });
export type PageStatus = z.output<typeof pageStatusSchema>;

/** A secret token for feeds and JSON of a page that is not public, shown once. */
export const feedTokenSchema = z
  .object({
    token: z.string().meta({ description: "Append `?token=…` to the URL of a feed or of the JSON" }),
  })
  .meta({ id: "StatusPageFeedToken" });
export type FeedToken = z.output<typeof feedTokenSchema>;

import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { StatusPage, StatusPageUpdateInput } from "@vedette/contract/status-pages/status-pages.ts";

/** Form state of a status page: everything but its components, incidents, images and domains. Pure. */

export type PageDraft = Pick<
  StatusPage,
  | "slug"
  | "title"
  | "description"
  | "access"
  | "email_domains"
  | "ip_allow"
  | "theme"
  | "colors"
  | "custom_css"
  | "links"
  | "hide_branding"
  | "noindex"
  | "languages"
  | "default_language"
  | "show"
> & {
  /** Empty: unchanged. */
  password: string;
  /** Empty: the time zone of the organization. */
  timezone: string;
  historyDays: string;
  minIncidentSeconds: string;
  automatic: { incidents: StatusPage["automatic"]["incidents"]; afterSeconds: string };
};

/** What a form of a tab needs. */
export type PagePart = {
  draft: PageDraft;
  onChange(part: Partial<PageDraft>): void;
  /** The error of a field as a sentence, also of its parts. */
  errorAt(path: string, label: string): string | null;
};

export function draftOfPage(page: StatusPage): PageDraft {
  const { slug, title, description, access, email_domains, ip_allow, theme, colors, custom_css, links } =
    page;
  const { hide_branding, noindex, languages, default_language, show } = page;
  return {
    ...{ slug, title, description, access, email_domains, ip_allow, theme, colors, custom_css, links },
    ...{ hide_branding, noindex, languages, default_language, show },
    password: "",
    timezone: page.timezone ?? "",
    historyDays: String(page.history_days),
    minIncidentSeconds: String(page.min_incident_seconds),
    automatic: {
      incidents: page.automatic.incidents,
      afterSeconds: String(page.automatic.publish_after_seconds),
    },
  };
}

export type PageBody = StatusPageUpdateInput;

/** Returns the request body of an update. A password that was not entered stays as it is. */
export function bodyOfPage(draft: PageDraft): PageBody {
  return { ...previewOfPage(draft), ...(draft.password !== "" && { password: draft.password }) };
}

/** Returns what a preview needs: all fields but the password. */
export function previewOfPage(draft: PageDraft): Omit<PageBody, "password"> {
  const { password: _, timezone, historyDays, minIncidentSeconds, automatic, ...same } = draft;
  return {
    ...same,
    links: same.links.filter(({ label, url }) => label.trim() + url.trim() !== ""),
    timezone: timezone.trim() === "" ? null : timezone,
    history_days: numberOf(historyDays),
    min_incident_seconds: numberOf(minIncidentSeconds),
    automatic: {
      incidents: automatic.incidents,
      publish_after_seconds: numberOf(automatic.afterSeconds),
    },
  };
}

/** Text that is not a number is rejected by the server, which names the field. */
function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** Languages in the order of the page; all of them is the same as none. */
export function withLanguage(
  languages: readonly PageLanguage[],
  { language, isOffered, all }: { language: PageLanguage; isOffered: boolean; all: readonly PageLanguage[] },
): PageLanguage[] {
  const before = languages.length === 0 ? all : languages;
  const next = all.filter((one) => (one === language ? isOffered : before.includes(one)));
  return next.length === all.length ? [] : next;
}

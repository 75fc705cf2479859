import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import { t, tContext } from "../../language/t.ts";

/** The options of an HTTP check in a form: numbers and lists are text. Pure. */
export type HttpOptionsDraft = {
  followsRedirects: boolean;
  maxRedirects: string;
  verifiesTls: boolean;
  acceptStatuses: string;
  ipFamily: IpFamilyDraft;
  resolve: Record<string, string>;
  cacheBust: boolean;
  traceparent: boolean;
  keepBody: KeepBodyDraft;
  proxyUrl: string;
  proxyUser: string;
  proxyPassword: string;
};

type IpFamilyDraft = "any" | "4" | "6";

export const IP_FAMILY_OPTIONS: readonly { value: IpFamilyDraft; label: string }[] = [
  { value: "any", label: t("IPv4 and IPv6") },
  { value: "4", label: t("IPv4 only") },
  { value: "6", label: t("IPv6 only") },
];

type KeepBodyDraft = "never" | "on_failure" | "always";

export const KEEP_BODY_OPTIONS: readonly { value: KeepBodyDraft; label: string }[] = [
  { value: "never", label: t("Never") },
  { value: "on_failure", label: t("If the check failed") },
  { value: "always", label: t("Always") },
];

const REDIRECTS_MAX_DEFAULT = 10;

export const EMPTY_HTTP_OPTIONS: HttpOptionsDraft = {
  followsRedirects: true,
  maxRedirects: String(REDIRECTS_MAX_DEFAULT),
  verifiesTls: true,
  acceptStatuses: "",
  ipFamily: "any",
  resolve: {},
  cacheBust: false,
  traceparent: false,
  keepBody: "never",
  ...{ proxyUrl: "", proxyUser: "", proxyPassword: "" },
};

/** The fields of the API that an error can name. */
export const CONNECTION_PATHS = [
  "follow_redirects",
  "max_redirects",
  "verify_tls",
  "accept_statuses",
  "ip_family",
  "resolve",
  "cache_bust",
  "traceparent",
  "keep_body",
  "proxy",
] as const;

/** Returns whether an option differs from its default. */
export function isConnectionSet({ resolve, ...draft }: HttpOptionsDraft): boolean {
  const { resolve: _, ...defaults } = EMPTY_HTTP_OPTIONS;
  const names = Object.keys(defaults) as (keyof typeof defaults)[];
  return Object.keys(resolve).length > 0 || names.some((name) => draft[name] !== defaults[name]);
}

export function httpOptionsDraft(monitor: Monitor): HttpOptionsDraft {
  return {
    followsRedirects: monitor.follow_redirects,
    maxRedirects: String(monitor.max_redirects ?? REDIRECTS_MAX_DEFAULT),
    verifiesTls: monitor.verify_tls,
    acceptStatuses: (monitor.accept_statuses ?? []).join(", "),
    ipFamily: ipFamilyDraft(monitor),
    resolve: monitor.resolve,
    cacheBust: monitor.cache_bust,
    traceparent: monitor.traceparent,
    keepBody: monitor.keep_body ?? "never",
    proxyUrl: monitor.proxy?.url ?? "",
    proxyUser: monitor.proxy?.auth?.username ?? "",
    proxyPassword: monitor.proxy?.auth?.password ?? "",
  };
}

export function httpOptionsBody(draft: HttpOptionsDraft): Partial<MonitorCreateInput> {
  const statuses = draft.acceptStatuses.split(/[\s,]+/).filter((text) => text !== "");
  return {
    follow_redirects: draft.followsRedirects,
    max_redirects: draft.maxRedirects.trim() === "" ? null : Number(draft.maxRedirects),
    verify_tls: draft.verifiesTls,
    accept_statuses: statuses.length === 0 ? null : statuses.map(statusOf),
    ip_family: ipFamilyBody(draft.ipFamily),
    resolve: draft.resolve,
    cache_bust: draft.cacheBust,
    traceparent: draft.traceparent,
    keep_body: draft.keepBody,
    proxy: proxyBody(draft),
  };
}

function ipFamilyDraft({ ip_family }: Pick<Monitor, "ip_family">): IpFamilyDraft {
  return `${ip_family ?? "any"}`;
}

function ipFamilyBody(family: IpFamilyDraft): "any" | 4 | 6 {
  if (family === "any") return family;
  return family === "4" ? 4 : 6;
}

/** Returns the family as a fact of a page, if it is restricted. */
function ipFamilyFacts({ ip_family }: Pick<Monitor, "ip_family">): [string, ReactNode][] {
  return ip_family === 4 || ip_family === 6
    ? [[t("IP version"), t("IPv{ip_family} only", { ip_family })]]
    : [];
}

function proxyBody({ proxyUrl, proxyUser: username, proxyPassword: password }: HttpOptionsDraft) {
  const url = proxyUrl.trim();
  if (url === "") return null;
  return { url, auth: username === "" && password === "" ? null : { username, password } };
}

function statusOf(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Returns the options as the page of a monitor shows them; rare ones only if they are set. */
export function httpOptionFacts(monitor: Monitor): [string, ReactNode][] {
  const { follow_redirects, max_redirects, verify_tls, accept_statuses, resolve } = monitor;
  const overrides = Object.entries(resolve).map(([host, address]) => `${host} → ${address}`);
  const facts: [string, ReactNode][] = [
    [
      t("Redirects"),
      follow_redirects ? t("followed, at most {max}", { max: max_redirects ?? "" }) : t("not followed"),
    ],
    [t("Certificate"), verify_tls ? tContext("certificate", "verified") : t("not verified")],
    ...ipFamilyFacts(monitor),
  ];
  if (accept_statuses) facts.push([t("Accepted statuses"), accept_statuses.join(", ")]);
  if (monitor.proxy) facts.push([t("Proxy"), monitor.proxy.url]);
  if (overrides.length > 0) facts.push([t("DNS overrides"), overrides.join(", ")]);
  if (monitor.cache_bust) facts.push([t("Caches"), t("bypassed")]);
  if (monitor.traceparent) facts.push([t("Traces"), t("traceparent is sent")]);
  if (monitor.keep_body === "on_failure") facts.push([t("Response"), t("kept if the check failed")]);
  if (monitor.keep_body === "always") facts.push([t("Response"), t("always kept")]);
  return facts;
}

import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import {
  type AssertionDraft,
  assertionBody,
  assertionDraft,
} from "../../../features/assertions/assertion-draft.ts";
import { completeUrl } from "../../../format.ts";
import { BODY_METHODS, type Method, type MonitorType } from "../labels.ts";

/** State of the monitor form: numbers are text, and values of the other type are kept. Pure. */
export type MonitorDraft = {
  name: string;
  description: string;
  type: MonitorType;
  url: string;
  host: string;
  port: string;
  method: Method;
  headers: Record<string, string>;
  body: string;
  assertions: readonly AssertionDraft[];
  interval: string;
  timeout: string;
  retries: string;
  degradedAfterMs: string;
  followsRedirects: boolean;
  verifiesTls: boolean;
  locations: readonly string[];
  tags: readonly string[];
  parents: readonly string[];
};

export const EMPTY_DRAFT: MonitorDraft = {
  name: "",
  description: "",
  type: "url",
  url: "",
  host: "",
  port: "",
  method: "GET",
  headers: {},
  body: "",
  assertions: [],
  interval: "60",
  timeout: "30",
  retries: "1",
  degradedAfterMs: "",
  followsRedirects: true,
  verifiesTls: true,
  locations: ["default"],
  tags: [],
  parents: [],
};

export function monitorDraft(monitor: Monitor): MonitorDraft {
  return {
    name: monitor.name,
    description: monitor.description,
    type: monitor.type,
    url: monitor.url ?? "",
    host: monitor.host ?? "",
    port: textOf(monitor.port),
    method: monitor.method ?? "GET",
    headers: monitor.headers,
    body: monitor.body ?? "",
    assertions: monitor.assertions.map(assertionDraft),
    interval: textOf(monitor.interval),
    timeout: textOf(monitor.timeout),
    retries: textOf(monitor.retries),
    degradedAfterMs: textOf(monitor.degraded_after_ms),
    followsRedirects: monitor.follow_redirects,
    verifiesTls: monitor.verify_tls,
    locations: monitor.locations,
    tags: monitor.tags,
    parents: monitor.parents,
  };
}

/** Returns the request body with every field, for create and update. */
export function monitorBody(draft: MonitorDraft): MonitorCreateInput {
  const isUrl = draft.type === "url";
  return {
    name: draft.name,
    description: draft.description,
    type: draft.type,
    url: isUrl ? completeUrl(draft.url) : null,
    method: isUrl ? draft.method : null,
    headers: isUrl ? draft.headers : {},
    body: isUrl && BODY_METHODS.has(draft.method) && draft.body !== "" ? draft.body : null,
    host: isUrl ? null : draft.host.trim(),
    port: isUrl ? null : numberOf(draft.port),
    assertions: assertionsOf(draft).map(assertionBody),
    interval: Number(draft.interval),
    timeout: Number(draft.timeout),
    retries: Number(draft.retries),
    degraded_after_ms: numberOf(draft.degradedAfterMs),
    follow_redirects: draft.followsRedirects,
    verify_tls: draft.verifiesTls,
    locations: [...draft.locations],
    tags: [...draft.tags],
    parents: [...draft.parents],
  };
}

/** Returns the assertions that apply: TCP supports only the response time. */
export function assertionsOf({ type, assertions }: MonitorDraft): readonly AssertionDraft[] {
  return type === "url" ? assertions : assertions.filter((one) => one.type === "response_time");
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

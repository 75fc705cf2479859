import { badFields } from "../../../platform/kernel/errors.ts";
import { type DocumentObject, fieldOf, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { keywordAlert, type RobotMonitor, robotSeconds, robotType } from "./robot-monitor.ts";

/** Fields that are imported, and fields that show a state. */
const KNOWN_FIELDS = new Set([
  ...["id", "friendly_name", "url", "type", "sub_type", "keyword_type", "keyword_case_type", "keyword_value"],
  ...["http_username", "http_password", "http_auth_type", "http_method", "post_type", "post_value"],
  ...[
    "post_content_type",
    "custom_http_headers",
    "custom_http_statuses",
    "ignore_ssl_errors",
    "port",
    "interval",
  ],
  ...["timeout", "status", "create_datetime", "tags", "ssl", "logs", "log_ranges", "response_times"],
  ...["average_response_time", "all_time_uptime_ratio", "all_time_uptime_durations", "custom_uptime_ratio"],
  ...["custom_uptime_ranges", "custom_down_durations"],
]);

const METHODS = ["", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The ports of the types of services that a port monitor may name. */
const SERVICE_PORTS = ["", "80", "443", "21", "25", "110", "143"];

/** Reads the answer of `getMonitors` of version 2 of the API. */
export function readRobotAnswer(answer: DocumentObject): RobotMonitor[] {
  const monitors = fieldOf(answer, "monitors");
  if (!Array.isArray(monitors)) {
    const message = "has no list 'monitors'; send the answer of getMonitors of UptimeRobot, or a CSV file";
    throw badFields([{ path: "file", message }]);
  }
  return monitors.filter(isObject).map(readMonitor);
}

/** Monitors that the answer leaves out, because it is one page of several. */
export function missingFromAnswer(answer: DocumentObject): number {
  const total = fieldOf(fieldOf(answer, "pagination"), "total");
  return typeof total === "number" ? Math.max(0, total - listOf(fieldOf(answer, "monitors")).length) : 0;
}

function readMonitor(monitor: DocumentObject): RobotMonitor {
  const text = (name: string) => textOf(fieldOf(monitor, name))?.trim() ?? "";
  const type = robotType(text("type"));
  return {
    id: text("id"),
    type,
    typeText: text("type"),
    name: text("friendly_name"),
    url: text("url"),
    port: text("port") || (SERVICE_PORTS[Number(text("sub_type"))] ?? ""),
    intervalSeconds: robotSeconds(text("interval")),
    timeoutSeconds: robotSeconds(text("timeout")),
    isPaused: text("status") === "0",
    keyword: {
      value: textOf(fieldOf(monitor, "keyword_value")) ?? "",
      alertsIf: keywordAlert(text("keyword_type")),
      ignoresCase: text("keyword_case_type") === "1",
    },
    login: {
      username: text("http_username"),
      password: textOf(fieldOf(monitor, "http_password")) ?? "",
      isDigest: text("http_auth_type") === "2",
    },
    request: readRequest(monitor, text),
    tags: listOf(fieldOf(monitor, "tags")).flatMap(
      (tag) => textOf(tag) ?? textOf(fieldOf(tag, "name")) ?? [],
    ),
    group: "",
    reasons: Object.entries(monitor)
      .filter(([name, value]) => !KNOWN_FIELDS.has(name) && hasContent(value))
      .map(([name]) => `The field '${name}' has no counterpart.`),
  };
}

function readRequest(monitor: DocumentObject, text: (name: string) => string): RobotMonitor["request"] {
  const headers = Object.entries(objectOf(fieldOf(monitor, "custom_http_headers"))).map(([name, value]) => [
    name,
    textOf(value) ?? "",
  ]);
  const value = fieldOf(monitor, "post_value");
  const isJson = text("post_content_type") === "1";
  const body = typeof value === "object" && value !== null ? JSON.stringify(value) : (textOf(value) ?? "");
  const contentType = body === "" ? [] : [["content-type", isJson ? "application/json" : FORM]];
  const statuses = statusesOf(fieldOf(monitor, "custom_http_statuses"));
  return {
    method: METHODS[Number(text("http_method"))] ?? "",
    headers: Object.fromEntries([...contentType, ...headers]),
    body,
    upStatuses: statuses.filter(({ isUp }) => isUp).map(({ status }) => status),
    downStatuses: statuses.filter(({ isUp }) => !isUp).map(({ status }) => status),
    ignoresTlsErrors: text("ignore_ssl_errors") === "1" || text("ignore_ssl_errors") === "true",
  };
}

const FORM = "application/x-www-form-urlencoded";

/** `404:0_200:1`, or an object with the lists `up` and `down`. */
function statusesOf(value: unknown): { status: number; isUp: boolean }[] {
  const lists = objectOf(value);
  const numbers = (name: string, isUp: boolean) =>
    listOf(lists[name]).flatMap((status) => {
      const number = Number(textOf(status));
      return Number.isInteger(number) ? [{ status: number, isUp }] : [];
    });
  if (typeof value !== "string") return [...numbers("up", true), ...numbers("down", false)];
  return [...value.matchAll(/(\d{3}):([01])/g)].map(([, status, isUp]) => ({
    status: Number(status),
    isUp: isUp === "1",
  }));
}

function hasContent(value: unknown): boolean {
  if (value === null || value === "" || value === false || value === 0 || value === "0") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

import type { ErrorDetail } from "../common/errors.ts";
import { bodyError, CONTROL, headerErrors, repeated, urlError } from "../common/http-rules.ts";

export const MONITOR_TYPES = ["url", "tcp"] as const;
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** The complete definition of a monitor, after defaults and merging, as validated by these rules. */
export type MonitorDefinition = {
  type: (typeof MONITOR_TYPES)[number];
  url: string | null;
  method: (typeof METHODS)[number] | null;
  host: string | null;
  port: number | null;
  headers: Record<string, string>;
  body: string | null;
  locations: readonly string[];
  tags: readonly string[];
  assertions: readonly { type: string }[];
};

/** Returns everything that is wrong across the fields of a definition; empty if it may be saved. */
export function monitorErrors(monitor: MonitorDefinition): ErrorDetail[] {
  const own = monitor.type === "url" ? urlErrors(monitor) : tcpErrors(monitor);
  return [...own, ...repeated("locations", monitor.locations), ...repeated("tags", monitor.tags)];
}

function urlErrors(monitor: MonitorDefinition): ErrorDetail[] {
  const wrongUrl = monitor.url ? urlError(monitor.url) : "is required for type 'url'";
  const errors = wrongUrl === null ? [] : [{ path: "url", message: wrongUrl }];
  errors.push(...headerErrors(monitor.headers));
  if (monitor.host) errors.push(notApplicable("host", "url"));
  if (monitor.port !== null) errors.push(notApplicable("port", "url"));
  const wrongBody = monitor.body ? bodyError(monitor.method ?? "GET") : null;
  if (wrongBody !== null) errors.push({ path: "body", message: wrongBody });
  return errors;
}

function tcpErrors(monitor: MonitorDefinition): ErrorDetail[] {
  const errors: ErrorDetail[] = [];
  if (!monitor.host) errors.push({ path: "host", message: "is required for type 'tcp'" });
  else if (!isHost(monitor.host))
    errors.push({ path: "host", message: "must be a host name or an IP address" });
  if (monitor.port === null) errors.push({ path: "port", message: "is required for type 'tcp'" });
  if (monitor.url) errors.push(notApplicable("url", "tcp"));
  if (monitor.method) errors.push(notApplicable("method", "tcp"));
  if (monitor.body) errors.push(notApplicable("body", "tcp"));
  if (Object.keys(monitor.headers).length > 0) errors.push(notApplicable("headers", "tcp"));
  monitor.assertions.forEach((assertion, index) => {
    if (assertion.type === "response_time") return;
    errors.push({ path: `assertions.${index}.type`, message: "must be 'response_time' for type 'tcp'" });
  });
  return errors;
}

function notApplicable(path: string, type: string): ErrorDetail {
  return { path, message: `does not apply to type '${type}'; remove it or set it to null` };
}

/** Returns whether a text is a host name or an address, as parsed by the URL parser. */
function isHost(text: string): boolean {
  if (/[\s/?#@\\%]/.test(text) || CONTROL.test(text)) return false;
  if (text.startsWith("[") && !text.endsWith("]")) return false;
  return URL.canParse(`http://${text.includes(":") && !text.startsWith("[") ? `[${text}]` : text}/`);
}

import type { ErrorDetail } from "../common/errors.ts";
import { bodyFault, CONTROL, headerFaults, repeated, urlFault } from "../common/http-rules.ts";

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
export function monitorFaults(monitor: MonitorDefinition): ErrorDetail[] {
  const own = monitor.type === "url" ? urlFaults(monitor) : tcpFaults(monitor);
  return [...own, ...repeated("locations", monitor.locations), ...repeated("tags", monitor.tags)];
}

function urlFaults(monitor: MonitorDefinition): ErrorDetail[] {
  const wrongUrl = monitor.url ? urlFault(monitor.url) : "is required for type 'url'";
  const faults = wrongUrl === null ? [] : [{ path: "url", message: wrongUrl }];
  faults.push(...headerFaults(monitor.headers));
  if (monitor.host) faults.push(notApplicable("host", "url"));
  if (monitor.port !== null) faults.push(notApplicable("port", "url"));
  const wrongBody = monitor.body ? bodyFault(monitor.method ?? "GET") : null;
  if (wrongBody !== null) faults.push({ path: "body", message: wrongBody });
  return faults;
}

function tcpFaults(monitor: MonitorDefinition): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (!monitor.host) faults.push({ path: "host", message: "is required for type 'tcp'" });
  else if (!isHost(monitor.host))
    faults.push({ path: "host", message: "must be a host name or an IP address" });
  if (monitor.port === null) faults.push({ path: "port", message: "is required for type 'tcp'" });
  if (monitor.url) faults.push(notApplicable("url", "tcp"));
  if (monitor.method) faults.push(notApplicable("method", "tcp"));
  if (monitor.body) faults.push(notApplicable("body", "tcp"));
  if (Object.keys(monitor.headers).length > 0) faults.push(notApplicable("headers", "tcp"));
  monitor.assertions.forEach((assertion, index) => {
    if (assertion.type === "response_time") return;
    faults.push({ path: `assertions.${index}.type`, message: "must be 'response_time' for type 'tcp'" });
  });
  return faults;
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

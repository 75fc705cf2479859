import type { ErrorDetail } from "./errors.ts";
import { templateNames } from "./template.ts";

export const MONITOR_TYPES = ["url", "tcp"] as const;
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** The whole definition of a monitor, after defaults and merging: what these rules are about. */
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

const HEADERS_MAX = 50;
const HEADER_VALUE_LENGTH_MAX = 8_192;
/** A header's name. Source: RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible latin-1, spaces and tabs: neither line breaks nor NUL. Source: RFC 9110, section 5.5. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that frame the message; setting them by hand would let one request become two. */
const FRAMING_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROL = /[\x00-\x1f\x7f]/;
const METHODS_WITHOUT_BODY = new Set(["GET", "HEAD"]);

/** Everything that is wrong with a definition across its fields; empty when it may be saved. */
export function monitorFaults(monitor: MonitorDefinition): ErrorDetail[] {
  const own = monitor.type === "url" ? urlFaults(monitor) : tcpFaults(monitor);
  return [...own, ...repeated("locations", monitor.locations), ...repeated("tags", monitor.tags)];
}

function urlFaults(monitor: MonitorDefinition): ErrorDetail[] {
  const faults = [...urlFault(monitor.url), ...headerFaults(monitor.headers)];
  if (monitor.host) faults.push(foreign("host", "url"));
  if (monitor.port !== null) faults.push(foreign("port", "url"));
  if (monitor.body && METHODS_WITHOUT_BODY.has(monitor.method ?? "GET")) {
    faults.push({
      path: "body",
      message: `cannot be sent with ${monitor.method ?? "GET"}; use POST, PUT or PATCH`,
    });
  }
  return faults;
}

function tcpFaults(monitor: MonitorDefinition): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (!monitor.host) faults.push({ path: "host", message: "is needed for type 'tcp'" });
  else if (!isHost(monitor.host))
    faults.push({ path: "host", message: "must be a host name or an IP address" });
  if (monitor.port === null) faults.push({ path: "port", message: "is needed for type 'tcp'" });
  if (monitor.url) faults.push(foreign("url", "tcp"));
  if (monitor.method) faults.push(foreign("method", "tcp"));
  if (monitor.body) faults.push(foreign("body", "tcp"));
  if (Object.keys(monitor.headers).length > 0) faults.push(foreign("headers", "tcp"));
  monitor.assertions.forEach((assertion, index) => {
    if (assertion.type === "response_time") return;
    faults.push({ path: `assertions.${index}.type`, message: "must be 'response_time' for type 'tcp'" });
  });
  return faults;
}

function foreign(path: string, type: string): ErrorDetail {
  return { path, message: `does not apply to type '${type}'; leave it out or null` };
}

/** An http(s) URL without credentials, read by the same parser that the check uses. */
function urlFault(text: string | null): ErrorDetail[] {
  if (!text) return [{ path: "url", message: "is needed for type 'url'" }];
  // Read again by whoever knows the variables, with these in their places.
  if (isPlain(text) && templateNames(text).length > 0) return [];
  const url = isPlain(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || url.hostname === "") {
    return [{ path: "url", message: "must be a whole URL, such as https://example.com/health" }];
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return [{ path: "url", message: "must begin with http:// or https://" }];
  }
  if (!/^https?:\/\/[^/\\]/i.test(text)) {
    return [{ path: "url", message: "must have a host right after http:// or https://" }];
  }
  if (url.username !== "" || url.password !== "") {
    return [{ path: "url", message: "must not contain user:password; send an Authorization header instead" }];
  }
  return [];
}

/** False for what the URL parser would drop silently: control characters, and spaces around the text. */
function isPlain(text: string): boolean {
  return text.trim() === text && !CONTROL.test(text);
}

function headerFaults(headers: Record<string, string>): ErrorDetail[] {
  const names = Object.keys(headers);
  if (names.length > HEADERS_MAX) return [{ path: "headers", message: `must be at most ${HEADERS_MAX}` }];
  const seen = new Set<string>();
  return names.flatMap((name) => {
    const isRepeated = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    const message = isRepeated
      ? "is there twice; upper and lower case are one header"
      : headerFault(name, headers[name] ?? "");
    return message ? [{ path: `headers.${name}`, message }] : [];
  });
}

function headerFault(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return "is not a valid header name";
  if (FRAMING_HEADERS.has(name.toLowerCase())) return "is set by the check itself; leave it out";
  if (!FIELD_VALUE.test(value)) return "must be without line breaks and other control characters";
  return value.length > HEADER_VALUE_LENGTH_MAX
    ? `must be at most ${HEADER_VALUE_LENGTH_MAX} characters`
    : null;
}

/** True for a host name or an address as the URL parser understands it, and nothing more. */
function isHost(text: string): boolean {
  if (/[\s/?#@\\%]/.test(text) || CONTROL.test(text)) return false;
  if (text.startsWith("[") && !text.endsWith("]")) return false;
  return URL.canParse(`http://${text.includes(":") && !text.startsWith("[") ? `[${text}]` : text}/`);
}

function repeated(path: string, values: readonly string[]): ErrorDetail[] {
  return new Set(values).size === values.length ? [] : [{ path, message: "must not name anything twice" }];
}

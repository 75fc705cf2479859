import { encoded } from "../draft-url.ts";
import type { ImportContext, Pair } from "../request-draft.ts";
import type { CurlUse } from "./curl-options.ts";

/** The valid timeouts of a step, in seconds. Source: the contract's `timeout`. */
const STEP_SECONDS = { min: 0.1, max: 300 };

/** The settings collected from the options of a command, up to `--next`. */
export type CurlRequest = {
  urls: string[];
  method: string | null;
  headers: Pair[];
  data: string[];
  form: Pair[];
  query: string[];
  user: string | null;
  token: string | null;
  cookies: string[];
  isJson: boolean;
  isGet: boolean;
  isHead: boolean;
  isFailing: boolean;
  /** The body comes from a file. */
  hasFile: boolean;
  /** The credentials are for a scheme other than Basic, which would reveal the password to the server. */
  authScheme: string | null;
  expandsUrls: boolean;
  followRedirects: boolean;
  verifyTls: boolean;
  timeoutSeconds: number | null;
};

export function emptyRequest(): CurlRequest {
  return {
    urls: [],
    method: null,
    headers: [],
    data: [],
    form: [],
    query: [],
    user: null,
    token: null,
    cookies: [],
    isJson: false,
    isGet: false,
    isHead: false,
    isFailing: false,
    hasFile: false,
    authScheme: null,
    expandsUrls: true,
    followRedirects: false,
    verifyTls: true,
    timeoutSeconds: null,
  };
}

/** An option with its value. */
export type CurlUsed = { use: CurlUse | "unknown"; name: string; value: string };

type Applied = CurlUsed & { where: string; stdin: string | null };

export function applyOption(
  request: CurlRequest,
  { use, name, value, where, stdin }: Applied,
  { notes }: ImportContext,
): void {
  switch (use) {
    case "request":
      request.method = value.toUpperCase();
      break;
    case "header":
      addHeader(request, value);
      break;
    case "data":
    case "data-binary":
    case "json":
      addData(request, { use, name, value, where, stdin }, notes);
      break;
    case "data-raw":
      request.data.push(value);
      break;
    case "data-urlencode":
    case "url-query":
      addEncoded(request, { use, name, value, where, stdin }, notes);
      break;
    case "form":
      if (/^[^=]*=[@<]/.test(value) && name !== "--form-string") addFile(request, { name, where }, notes);
      else request.form.push(toFormPair(value, name));
      break;
    case "cookie":
      if (value.includes("=")) request.cookies.push(value);
      else notes.add({ where, what: `Option ${name}`, why: "Files of cookies are not read" });
      break;
    case "user-agent":
      request.headers.push(["User-Agent", value]);
      break;
    case "referer":
      request.headers.push(["Referer", value.replace(/;auto$/, "")]);
      break;
    case "user":
      request.user = value;
      break;
    case "bearer":
      request.token = value;
      break;
    case "auth-scheme":
      request.authScheme = name;
      break;
    case "range":
      request.headers.push(["Range", `bytes=${value}`]);
      break;
    case "globoff":
      request.expandsUrls = false;
      break;
    case "max-time":
      request.timeoutSeconds = secondsOf(value);
      break;
    case "url":
      request.urls.push(value);
      break;
    case "get":
      request.isGet = true;
      break;
    case "head":
      request.isHead = true;
      break;
    case "fail":
      request.isFailing = true;
      break;
    case "insecure":
      request.verifyTls = false;
      break;
    case "location":
      request.followRedirects = true;
      break;
    case "next":
    case "harmless":
      break;
    case "unsupported":
      notes.add({ where, what: `Option ${name}`, why: "An API monitor has nothing like it" });
      break;
    case "unknown":
      notes.add({
        where,
        what: `Option ${name}`,
        why: "It is not known; what follows it was read without it",
      });
      break;
  }
}

/** Reads `-d text`, and `-d @-` if the standard input is in the document. */
function addData(request: CurlRequest, option: Applied, notes: ImportContext["notes"]): void {
  const { use, value, stdin } = option;
  if (use === "json") request.isJson = true;
  const text = value === "@-" ? stdin : value.startsWith("@") ? null : value;
  if (text === null) addFile(request, option, notes);
  else request.data.push(use === "data" ? text.replaceAll(/[\r\n]/g, "") : text);
}

function addEncoded(request: CurlRequest, option: Applied, notes: ImportContext["notes"]): void {
  const { use, name, value, where } = option;
  // `+text` is added verbatim. Source: man curl, "--url-query".
  const encodedValue = use === "url-query" && value.startsWith("+") ? value.slice(1) : urlEncoded(value);
  if (encodedValue !== null) (use === "url-query" ? request.query : request.data).push(encodedValue);
  else if (use === "data-urlencode") addFile(request, option, notes);
  else {
    const why = "Files are not read; write the parameter into the query";
    notes.add({ where, what: `The file that option ${name} names`, why });
  }
}

/** `Name: value`, `Name;` for an empty value, and `Name:` to remove a header that curl sends by default. */
function addHeader(request: CurlRequest, line: string): void {
  const [, name = "", end = "", value = ""] = /^\s*([^:;\s]+)\s*([:;])\s*(.*)$/s.exec(line) ?? [];
  if (name === "" || (end === ":" && value === "")) return;
  request.headers.push([name, value.trim()]);
}

/** Reads `content`, `=content` and `name=content`; returns null for forms that name a file. */
function urlEncoded(value: string): string | null {
  const equals = value.indexOf("=");
  if (equals >= 0) {
    const name = value.slice(0, equals);
    return `${name}${name === "" ? "" : "="}${encoded(value.slice(equals + 1))}`;
  }
  return value.includes("@") ? null : encoded(value);
}

function toFormPair(value: string, option: string): Pair {
  const equals = value.indexOf("=");
  const content = value.slice(equals + 1);
  const plain = option === "--form-string" ? content : content.replace(/;(?:type|encoder|headers)=.*$/s, "");
  return equals < 0 ? [value, ""] : [value.slice(0, equals), plain.replaceAll(/^"|"$/g, "")];
}

function addFile(
  request: CurlRequest,
  { name, where }: { name: string; where: string },
  notes: ImportContext["notes"],
): void {
  request.hasFile = true;
  notes.add({
    where,
    what: `The file that option ${name} names`,
    why: "Files are not read; put its content into the body",
  });
}

function secondsOf(value: string): number | null {
  const seconds = Number(value);
  if (!(seconds > 0)) return null;
  return Math.min(STEP_SECONDS.max, Math.max(STEP_SECONDS.min, seconds));
}

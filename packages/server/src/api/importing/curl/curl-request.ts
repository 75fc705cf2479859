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

export function applyOption(request: CurlRequest, option: Applied, { notes }: ImportContext): void {
  APPLY[option.use](request, option, notes);
}

type Apply = (request: CurlRequest, option: Applied, notes: ImportContext["notes"]) => void;

const ignore: Apply = () => undefined;

const APPLY: Readonly<Record<CurlUsed["use"], Apply>> = {
  request(request, { value }) {
    request.method = value.toUpperCase();
  },
  header: (request, { value }) => addHeader(request, value),
  data: addData,
  "data-binary": addData,
  json: addData,
  "data-raw": (request, { value }) => void request.data.push(value),
  "data-urlencode": addEncoded,
  "url-query": addEncoded,
  form(request, option, notes) {
    const { name, value } = option;
    if (/^[^=]*=[@<]/.test(value) && name !== "--form-string") addFile(request, option, notes);
    else request.form.push(toFormPair(value, name));
  },
  cookie(request, { name, value, where }, notes) {
    if (value.includes("=")) request.cookies.push(value);
    else notes.add({ where, what: `Option ${name}`, why: "Files of cookies are not read" });
  },
  "user-agent": (request, { value }) => void request.headers.push(["User-Agent", value]),
  referer: (request, { value }) => void request.headers.push(["Referer", value.replace(/;auto$/, "")]),
  user(request, { value }) {
    request.user = value;
  },
  bearer(request, { value }) {
    request.token = value;
  },
  "auth-scheme"(request, { name }) {
    request.authScheme = name;
  },
  range: (request, { value }) => void request.headers.push(["Range", `bytes=${value}`]),
  globoff(request) {
    request.expandsUrls = false;
  },
  "max-time"(request, { value }) {
    request.timeoutSeconds = secondsOf(value);
  },
  url: (request, { value }) => void request.urls.push(value),
  get(request) {
    request.isGet = true;
  },
  head(request) {
    request.isHead = true;
  },
  fail(request) {
    request.isFailing = true;
  },
  insecure(request) {
    request.verifyTls = false;
  },
  location(request) {
    request.followRedirects = true;
  },
  next: ignore,
  harmless: ignore,
  unsupported(_request, { name, where }, notes) {
    notes.add({ where, what: `Option ${name}`, why: "An API monitor has nothing like it" });
  },
  unknown(_request, { name, where }, notes) {
    const why = "It is not known; what follows it was read without it";
    notes.add({ where, what: `Option ${name}`, why });
  },
};

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

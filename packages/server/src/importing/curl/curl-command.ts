import { encoded } from "../draft-url.ts";
import { emptyDraft, type ImportContext, type Pair, type RequestDraft } from "../request-draft.ts";
import { type CurlUse, findCurlOption } from "./curl-options.ts";
import type { ShellCommand } from "./shell-words.ts";

/** The seconds that a step may have. Source: the contract's `timeout`. */
const STEP_SECONDS = { min: 0.1, max: 300 };

type Request = {
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
  hasFile: boolean;
  followRedirects: boolean;
  verifyTls: boolean;
  timeoutSeconds: number | null;
};

/** The requests that one command line of curl makes: one for each URL, and again for what follows `--next`. */
export function readCommand(command: ShellCommand, context: ImportContext): RequestDraft[] {
  const where = `line ${command.line}`;
  for (const fault of command.faults) context.notes.add({ where, ...fault });
  const requests: Request[] = [emptyRequest()];
  const words = command.words.slice(1);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const request = requests.at(-1) ?? emptyRequest();
    if (word === "<" || word === ">") {
      context.notes.add({
        where,
        what: "A redirection to or from a file",
        why: "Files are not read or written",
      });
      at += 1;
    } else if (!word.startsWith("-") || word === "-") request.urls.push(word);
    else if (word === "--next" || word === "-:") requests.push(emptyRequest());
    else {
      const { taken, uses } = readOption(word, words[at + 1]);
      if (taken) at += 1;
      for (const { use, name, value } of uses) apply(request, { use, name, value, where }, context);
    }
  }
  return requests.flatMap((request) => toDraftsOf(request, where, context));
}

type Use = { use: CurlUse | "unknown"; name: string; value: string };

/** `-sSL`, `-XPOST`, `-X POST` and `--request POST`: what they ask for, and whether the next word belongs to them. */
function readOption(word: string, next: string | undefined): { taken: boolean; uses: Use[] } {
  if (word.startsWith("--")) {
    const option = findCurlOption(word) ?? findCurlOption(word.replace(/^--no-/, "--"));
    if (!option) return { taken: false, uses: [{ use: "unknown", name: word, value: "" }] };
    const isNegated = findCurlOption(word) === null;
    const use = isNegated ? "harmless" : option.use;
    return {
      taken: option.takesValue,
      uses: [{ use, name: word, value: option.takesValue ? (next ?? "") : "" }],
    };
  }
  const uses: Use[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = `-${word.charAt(at)}`;
    const option = findCurlOption(name);
    const rest = word.slice(at + 1);
    if (!option?.takesValue) uses.push({ use: option?.use ?? "unknown", name, value: "" });
    else
      return { taken: rest === "", uses: [...uses, { use: option.use, name, value: rest || (next ?? "") }] };
  }
  return { taken: false, uses };
}

type Applied = Use & { where: string };

function apply(request: Request, { use, name, value, where }: Applied, { notes }: ImportContext): void {
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
      if (use === "json") request.isJson = true;
      if (value.startsWith("@")) addFile(request, { name, where }, notes);
      else request.data.push(use === "data" ? value.replaceAll(/[\r\n]/g, "") : value);
      break;
    case "data-raw":
      request.data.push(value);
      break;
    case "data-urlencode":
    case "url-query": {
      const encodedValue = urlEncoded(value);
      if (encodedValue === null) addFile(request, { name, where }, notes);
      else (use === "url-query" ? request.query : request.data).push(encodedValue);
      break;
    }
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

function toDraftsOf(request: Request, where: string, { notes }: ImportContext): RequestDraft[] {
  const urls = request.urls;
  if (urls.length === 0) notes.add({ where, what: "The command", why: "It names no URL" });
  const isQuery = request.isGet || (request.isHead && request.data.length > 0);
  const query = [...request.query, ...(isQuery ? request.data : [])].join("&");
  const data = isQuery ? null : request.data.length > 0 ? request.data.join(request.isJson ? "" : "&") : null;
  const hasBody = data !== null || request.form.length > 0 || request.hasFile;
  const method = request.method ?? (request.isHead ? "HEAD" : hasBody ? "POST" : "GET");
  return urls.map((url) => {
    if (/\{[^{}]*,[^{}]*\}|\[\w+-\w+(:\d+)?\]/.test(url)) {
      notes.add({
        where,
        what: "A pattern in the URL",
        why: "curl makes several URLs of it; it was kept as it is written",
      });
    }
    return {
      ...emptyDraft(where),
      method,
      url: withQuery(url, query),
      headers: withDefaults(request, data),
      body:
        request.form.length > 0
          ? { type: "multipart", pairs: request.form }
          : data === null
            ? null
            : { type: "text", text: data },
      auth: authOf(request),
      timeoutSeconds: request.timeoutSeconds,
      followRedirects: request.followRedirects,
      verifyTls: request.verifyTls,
      assertions: request.isFailing ? [{ type: "status_code", operator: "less_than", value: 400 }] : [],
    };
  });
}

/** The headers that curl adds by itself. */
function withDefaults({ headers, isJson, cookies }: Request, data: string | null): Pair[] {
  const all: Pair[] = [...headers];
  const has = (name: string) => headers.some(([known]) => known.toLowerCase() === name);
  if (isJson && !has("accept")) all.push(["Accept", "application/json"]);
  if (data !== null && !has("content-type")) {
    all.push(["Content-Type", isJson ? "application/json" : "application/x-www-form-urlencoded"]);
  }
  return cookies.length === 0 ? all : [...all, ["Cookie", cookies.join("; ")]];
}

function authOf({ user, token }: Request): RequestDraft["auth"] {
  if (token !== null) return { type: "bearer", token };
  if (user === null) return null;
  const colon = user.indexOf(":");
  if (colon < 0) return { type: "basic", username: user, password: "" };
  return { type: "basic", username: user.slice(0, colon), password: user.slice(colon + 1) };
}

/** `Name: value`, `Name;` for an empty one, and `Name:` to leave out what curl would send itself. */
function addHeader(request: Request, line: string): void {
  const [, name = "", end = "", value = ""] = /^\s*([^:;\s]+)\s*([:;])\s*(.*)$/s.exec(line) ?? [];
  if (name === "" || (end === ":" && value === "")) return;
  request.headers.push([name, value.trim()]);
}

/** `content`, `=content` and `name=content`; null for those that name a file. */
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
  request: Request,
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

function withQuery(url: string, query: string): string {
  if (query === "") return url;
  const [address = "", ...fragment] = url.split("#");
  const joined = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return fragment.length === 0 ? joined : `${joined}#${fragment.join("#")}`;
}

function emptyRequest(): Request {
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
    followRedirects: false,
    verifyTls: true,
    timeoutSeconds: null,
  };
}

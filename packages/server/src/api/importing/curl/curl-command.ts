import { emptyDraft, type ImportContext, type Pair, type RequestDraft } from "../request-draft.ts";
import { findCurlOption } from "./curl-options.ts";
import { applyOption, type CurlRequest, type CurlUsed, emptyRequest } from "./curl-request.ts";
import { expandUrl, URLS_MAX } from "./expand-url.ts";
import type { ShellCommand } from "./shell-words.ts";

/** Returns the requests of one curl command line: one for each URL, and more for the part after `--next`. */
export function readCommand(command: ShellCommand, context: ImportContext): RequestDraft[] {
  const where = `line ${command.line}`;
  for (const error of command.errors) context.notes.add({ where, ...error });
  const requests: CurlRequest[] = [emptyRequest()];
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
      for (const { use, name, value } of uses)
        applyOption(request, { use, name, value, where, stdin: command.stdin }, context);
    }
  }
  return requests.flatMap((request) => toDraftsOf(request, where, context));
}

/**
 * Parses `-sSL`, `-XPOST`, `-X POST` and `--request POST`: the options, and whether the next word is a value.
 */
function readOption(word: string, next: string | undefined): { taken: boolean; uses: CurlUsed[] } {
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
  const uses: CurlUsed[] = [];
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

function toDraftsOf(request: CurlRequest, where: string, { notes }: ImportContext): RequestDraft[] {
  const written = request.authScheme === null ? request.urls : request.urls.map(withoutUser);
  const urls = written.flatMap((url) => (request.expandsUrls ? expanded(url, where, notes) : [url]));
  if (request.urls.length === 0) notes.add({ where, what: "The command", why: "It names no URL" });
  const hasUser = request.user !== null || written.some((url, index) => url !== request.urls[index]);
  if (request.authScheme !== null && hasUser) {
    const why = "Steps know basic authentication and bearer tokens; the request is sent without credentials";
    notes.add({ where, what: `Option ${request.authScheme}`, why });
  }
  const isQuery = request.isGet || (request.isHead && request.data.length > 0);
  const query = [...request.query, ...(isQuery ? request.data : [])].join("&");
  const data = isQuery ? null : request.data.length > 0 ? request.data.join(request.isJson ? "" : "&") : null;
  const hasBody = data !== null || request.form.length > 0 || request.hasFile;
  const method = request.method ?? (request.isHead ? "HEAD" : hasBody ? "POST" : "GET");
  return urls.map((url) => {
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

/** Removes the user name from the URL; otherwise it would become basic authentication. */
function withoutUser(url: string): string {
  return url.replace(/^((?:[a-z]+:\/\/)?)[^/\\?#]*@/i, "$1");
}

/** Returns the URLs that curl generates from URLs with patterns. */
function expanded(url: string, where: string, notes: ImportContext["notes"]): string[] {
  const { urls, loneSets, isCut } = expandUrl(url);
  for (const set of loneSets) {
    const why = `curl takes the braces for a set of one and sends ${set}; put the value there that is meant`;
    notes.add({ where, what: `{${set}} in the URL`, why });
  }
  if (isCut) {
    const why = `Only the first ${URLS_MAX} URLs that curl makes of it were imported`;
    notes.add({ where, what: "A pattern in the URL", why });
  }
  return urls;
}

/** Adds the headers that curl adds by default. */
function withDefaults({ headers, isJson, cookies }: CurlRequest, data: string | null): Pair[] {
  const all: Pair[] = [...headers];
  const has = (name: string) => headers.some(([known]) => known.toLowerCase() === name);
  if (isJson && !has("accept")) all.push(["Accept", "application/json"]);
  if (data !== null && !has("content-type")) {
    all.push(["Content-Type", isJson ? "application/json" : "application/x-www-form-urlencoded"]);
  }
  return cookies.length === 0 ? all : [...all, ["Cookie", cookies.join("; ")]];
}

function authOf({ user, token, authScheme }: CurlRequest): RequestDraft["auth"] {
  if (token !== null) return { type: "bearer", token };
  if (user === null || authScheme !== null) return null;
  const colon = user.indexOf(":");
  if (colon < 0) return { type: "basic", username: user, password: "" };
  return { type: "basic", username: user.slice(0, colon), password: user.slice(colon + 1) };
}

function withQuery(url: string, query: string): string {
  if (query === "") return url;
  const [address = "", ...fragment] = url.split("#");
  const joined = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return fragment.length === 0 ? joined : `${joined}#${fragment.join("#")}`;
}

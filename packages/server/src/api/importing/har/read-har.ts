import type { DocumentOperation } from "../document-operations.ts";
import { isObject, listOf, objectOf, textOf } from "../document-value.ts";
import {
  type DraftBody,
  emptyDraft,
  type ImportContext,
  type Pair,
  type RequestDraft,
} from "../request-draft.ts";
import type { DraftGroup } from "../to-drafts.ts";
import { toStep } from "../to-step.ts";
import { createRecordedCookies } from "./recorded-cookies.ts";
import { createRecordedValues } from "./recorded-values.ts";

type Entry = { where: string; request: Recorded; response: Recorded; resourceType: string };
type Recorded = Readonly<Record<string, unknown>>;

/** Requests that a page makes for rendering, which a check of an API does not need. */
const STATIC_TYPES = new Set([
  "image",
  "font",
  "stylesheet",
  "script",
  "media",
  "manifest",
  "texttrack",
  "ping",
]);
const STATIC_MIME = /^(image|font|audio|video)\/|^text\/css|javascript|^application\/(font|x-font|wasm)/i;
const STATIC_PATH = /\.(png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|css|m?js|map|mp4|webm|mp3|wasm)$/i;
const PART_HEADER_LENGTH_MAX = 2_000;
/**
 * Headers that browsers add about themselves. Servers seldom need them, and a check should not pose as a
 * browser.
 */
const BROWSER_HEADER =
  /^(sec-|dnt$|priority$|upgrade-insecure-requests$|pragma$|cache-control$|x-client-data$)/i;

/**
 * Reads a recording in HAR 1.2, as Chromium and Firefox export it. Each request of an API or page becomes a
 * step.
 */
export function readHar(document: Recorded, context: ImportContext): DraftGroup[] {
  const log = objectOf(document.log);
  const entries = listOf(log.entries).map(toEntry);
  const cookies = createRecordedCookies();
  const values = createRecordedValues(context.variables);
  const steps = entries.flatMap((entry) => {
    if (isLeftOut(entry, context) || !context.takes(operationOf(entry))) {
      cookies.learn(entry.request, entry.response);
      return [];
    }
    const draft = toDraft(entry, cookies.without(entry.request), context);
    const step = toStep(draft, context);
    cookies.learn(entry.request, entry.response);
    if (step === null) return [];
    values.learn(entry.response, step);
    return [step];
  });
  const title = textOf(objectOf(objectOf(listOf(log.pages)[0])).title);
  const name = (URL.parse(title ?? "")?.host ?? title) || URL.parse(steps[0]?.url ?? "")?.host || "HAR";
  const creator = textOf(objectOf(log.creator).name);
  const description =
    creator === null ? "Imported from a HAR file" : `Imported from a HAR file of ${creator}`;
  return [{ name, description, steps, variables: {} }];
}

function toEntry(value: unknown, index: number): Entry {
  const entry = objectOf(value);
  return {
    where: `log.entries[${index}]`,
    request: objectOf(entry.request),
    response: objectOf(entry.response),
    resourceType: (textOf(entry._resourceType) ?? "").toLowerCase(),
  };
}

function operationOf({ request }: Entry): DocumentOperation {
  const url = URL.parse(textOf(request.url) ?? "");
  const method = (textOf(request.method) ?? "GET").toUpperCase();
  return { method, path: url?.pathname ?? "", tag: url?.host ?? "", name: "" };
}

function isLeftOut(entry: Entry, { notes }: ImportContext): boolean {
  const url = textOf(entry.request.url) ?? "";
  const { where } = entry;
  if (entry.resourceType === "websocket" || /^wss?:/i.test(url)) {
    notes.add({ where, what: "A WebSocket", why: "A step is a request with one response" });
    return true;
  }
  if (!/^https?:/i.test(url)) {
    notes.add({
      where,
      what: "A request that is no HTTP",
      why: "Only addresses with http and https can be requested",
    });
    return true;
  }
  const kind = staticKind(entry, url);
  if (kind !== null) {
    notes.addTo({ where, what: "Static files", why: "They are no part of what the API does" }, kind);
    return true;
  }
  if (entry.resourceType === "preflight" || isPreflight(entry.request)) {
    notes.addTo(
      { where, what: "Requests", why: "Only browsers ask before they send a request" },
      "CORS preflight",
    );
    return true;
  }
  const error = textOf(entry.response._error) ?? "";
  if (statusOf(entry) === 0 && error !== "") {
    notes.addTo(
      { where, what: "Requests that failed in the recording", why: "Nothing is known of them" },
      error,
    );
    return true;
  }
  return false;
}

function staticKind({ resourceType, request, response }: Entry, url: string): string | null {
  if (STATIC_TYPES.has(resourceType)) return resourceType;
  if (request.method !== "GET" || /^(fetch|xhr|document)$/.test(resourceType)) return null;
  const mime = textOf(objectOf(response.content).mimeType) ?? "";
  const byMime = STATIC_MIME.test(mime) ? mime.replace(/[/;].*$/, "") : null;
  if (byMime !== null)
    return byMime === "text" || byMime === "application"
      ? /css/.test(mime)
        ? "stylesheet"
        : "script"
      : byMime;
  return STATIC_PATH.exec(URL.parse(url)?.pathname ?? "")?.[1]?.toLowerCase() ?? null;
}

function isPreflight(request: Recorded): boolean {
  return (
    request.method === "OPTIONS" &&
    pairsOf(request.headers).some(([name]) => name.toLowerCase() === "access-control-request-method")
  );
}

function toDraft(entry: Entry, cookie: string | null, context: ImportContext): RequestDraft {
  const { where, request } = entry;
  const all = pairsOf(request.headers);
  const headers = all.filter(([name]) => {
    if (name.toLowerCase() === "cookie") return false;
    if (!BROWSER_HEADER.test(name)) return true;
    const why = "It describes the browser, and a check is not a browser";
    context.notes.addTo({ where, what: "Headers", why }, name.toLowerCase());
    return false;
  });
  const status = statusOf(entry);
  if (status === 0) {
    const why = "The recording has no response to them, so the step accepts any status from 200 to 399";
    context.notes.addTo({ where, what: "What to expect", why }, `${textOf(request.method) ?? "GET"} request`);
  }
  // Without its conditional headers, the same request returns a full response.
  const expected = status === 304 ? 200 : status;
  return {
    ...emptyDraft(where),
    method: (textOf(request.method) ?? "GET").toUpperCase(),
    url: textOf(request.url) ?? "",
    headers: cookie === null ? headers : [...headers, ["Cookie", cookie]],
    body: bodyOf(entry, context),
    // Each hop of a redirect is its own entry.
    followRedirects: false,
    assertions: status === 0 ? [] : [{ type: "status_code", operator: "equals", value: expected }],
  };
}

function bodyOf({ where, request }: Entry, { notes }: ImportContext): DraftBody | null {
  if (!isObject(request.postData)) return null;
  const text = textOf(request.postData.text) ?? "";
  const mime = textOf(request.postData.mimeType) ?? "";
  const params = listOf(request.postData.params).map(objectOf);
  if (/^multipart\//i.test(mime)) return multipartOf({ where, text, params }, notes);
  if (text !== "") return { type: "text", text };
  if (params.length === 0) return null;
  return { type: "form", pairs: params.map(({ name, value }) => [textOf(name) ?? "", textOf(value) ?? ""]) };
}

const PART_HEADER = /^\r?\n(?:[^\r\n]+\r?\n)*?[^\r\n]*\bname="([^"\r\n]*)"(;\s*filename=)?/i;

/** Returns the parts of a body as sent; its first line is the delimiter. */
function partsOf(text: string): { name: string; value: string; isFile: boolean }[] {
  const boundary = text.split(/\r?\n/, 1)[0] ?? "";
  if (!boundary.startsWith("--")) return [];
  return text.split(boundary).flatMap((part) => {
    const header = PART_HEADER.exec(part.slice(0, PART_HEADER_LENGTH_MAX));
    const start = /\r?\n\r?\n/.exec(part);
    if (!header || !start) return [];
    const value = part.slice(start.index + start[0].length).replace(/\r?\n$/, "");
    return [{ name: header[1] ?? "", value, isFile: header[2] !== undefined }];
  });
}

function multipartOf(
  { where, text, params }: { where: string; text: string; params: readonly Recorded[] },
  notes: ImportContext["notes"],
): DraftBody | null {
  const parts =
    params.length > 0
      ? params.map(({ name, value, fileName }) => ({ name, value, isFile: fileName !== undefined }))
      : partsOf(text);
  const texts = parts.filter(({ isFile }) => !isFile);
  for (const { name } of parts.filter(({ isFile }) => isFile)) {
    const why = "Files are not carried over; the request is sent without these fields";
    notes.addTo({ where, what: "Files in forms", why }, textOf(name) ?? "");
  }
  if (texts.length === 0) {
    notes.add({ where, what: "A body of several parts", why: "No text is in it; give the step a body" });
    return null;
  }
  return {
    type: "multipart",
    pairs: texts.map(({ name, value }): Pair => [textOf(name) ?? "", textOf(value) ?? ""]),
  };
}

function statusOf({ response }: Entry): number {
  const status = Number(response.status);
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : 0;
}

function pairsOf(headers: unknown): Pair[] {
  return listOf(headers)
    .map(objectOf)
    .map(({ name, value }): Pair => [textOf(name) ?? "", textOf(value) ?? ""])
    .filter(([name]) => name !== "");
}

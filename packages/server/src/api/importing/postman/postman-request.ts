import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { parseInnerJson } from "../parse-document.ts";
import {
  type DraftBody,
  emptyDraft,
  type ImportContext,
  type Pair,
  type RequestDraft,
} from "../request-draft.ts";

/** Reads a request of a collection, without its authorization, which may come from a folder. */
export function postmanRequest(request: unknown, where: string, context: ImportContext): RequestDraft {
  if (!isObject(request)) return { ...emptyDraft(where), url: textOf(request) ?? "" };
  const { url, query } = urlOf(request.url, where, context);
  const body = bodyOf(objectOf(request.body), where, context);
  const headers = headersOf(request.header, where, context);
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  return {
    ...emptyDraft(where),
    method: (textOf(request.method) ?? "GET").toUpperCase(),
    url,
    query,
    headers: body.type === null || hasType ? headers : [...headers, ["Content-Type", body.type]],
    body: body.body,
  };
}

function urlOf(given: unknown, where: string, context: ImportContext): { url: string; query: Pair[] } {
  if (!isObject(given)) return { url: textOf(given) ?? "", query: [] };
  const raw = textOf(given.raw) ?? joinedUrl(given);
  const variables = new Map(
    listOf(given.variable)
      .map(objectOf)
      .map(({ key, id, value }) => [textOf(key) ?? textOf(id) ?? "", textOf(value) ?? ""]),
  );
  const [address = ""] = raw.split(/[?#]/, 1);
  // A port is not a variable: names start with a letter.
  const url = address.replaceAll(/\/:([A-Za-z_][\w.-]*)/g, (_whole, name: string) => {
    return `/${variables.get(name) || `{{${name}}}`}`;
  });
  if (!Array.isArray(given.query))
    return { url: raw.startsWith(address) ? url + raw.slice(address.length) : url, query: [] };
  return { url, query: enabledPairs(given.query, { where, what: "Parameters" }, context) };
}

function joinedUrl(url: DocumentObject): string {
  const host = Array.isArray(url.host) ? url.host.map(textOf).join(".") : (textOf(url.host) ?? "");
  const segments = listOf(url.path).map(
    (segment) => textOf(segment) ?? textOf(objectOf(segment).value) ?? "",
  );
  const path = Array.isArray(url.path) ? segments.join("/") : (textOf(url.path) ?? "").replace(/^\//, "");
  const port = textOf(url.port);
  const protocol = textOf(url.protocol);
  return `${protocol === null ? "" : `${protocol}://`}${host}${port === null ? "" : `:${port}`}/${path}`;
}

function headersOf(header: unknown, where: string, context: ImportContext): Pair[] {
  if (typeof header !== "string") return enabledPairs(header, { where, what: "Headers" }, context);
  return header
    .split(/\r?\n/)
    .map(
      (line): Pair => [
        line.slice(0, Math.max(0, line.indexOf(":"))).trim(),
        line.slice(line.indexOf(":") + 1).trim(),
      ],
    )
    .filter(([name]) => name !== "");
}

function enabledPairs(
  given: unknown,
  { where, what }: { where: string; what: string },
  { notes }: ImportContext,
): Pair[] {
  return listOf(given)
    .map(objectOf)
    .flatMap(({ key, value, disabled }) => {
      const name = textOf(key) ?? "";
      if (name === "") return [];
      if (disabled !== true) return [[name, textOf(value) ?? ""] as const];
      notes.addTo({ where, what, why: "They are switched off in the collection" }, name);
      return [];
    });
}

type Body = { body: DraftBody | null; type: string | null };

function bodyOf(body: DocumentObject, where: string, context: ImportContext): Body {
  const none: Body = { body: null, type: null };
  const place = { where: `${where}.body`, what: "Fields" };
  if (body.disabled === true) {
    context.notes.add({ where: place.where, what: "The body", why: "It is switched off in the collection" });
    return none;
  }
  switch (body.mode) {
    case undefined:
    case null:
    case "none":
      return none;
    case "raw": {
      const text = textOf(body.raw) ?? "";
      const language = textOf(objectOf(objectOf(body.options).raw).language);
      return text === "" ? none : { body: { type: "text", text }, type: RAW_TYPES[language ?? ""] ?? null };
    }
    case "urlencoded":
      return { body: { type: "form", pairs: enabledPairs(body.urlencoded, place, context) }, type: null };
    case "graphql":
      return { body: { type: "json", value: graphqlOf(objectOf(body.graphql)) }, type: "application/json" };
    case "formdata":
      return { body: formOf(listOf(body.formdata).map(objectOf), place, context), type: null };
  }
  const why = "Files are not carried over; give the step a body";
  context.notes.add({ where: place.where, what: "A body with files", why });
  return none;
}

/** Returns the text fields of a form and lists its files; null if it has only files. */
function formOf(
  fields: readonly DocumentObject[],
  place: { where: string; what: string },
  context: ImportContext,
): DraftBody | null {
  const isFile = ({ type, disabled }: DocumentObject) => type === "file" && disabled !== true;
  const pairs = enabledPairs(
    fields.filter((field) => !isFile(field)),
    place,
    context,
  );
  for (const field of fields.filter(isFile)) {
    const why = "Files are not carried over; the request is sent without these fields";
    context.notes.addTo({ where: place.where, what: "Files in forms", why }, textOf(field.key) ?? "");
  }
  return pairs.length === 0 && fields.some(isFile) ? null : { type: "multipart", pairs };
}

const RAW_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  javascript: "application/javascript",
  text: "text/plain",
};

function graphqlOf(graphql: DocumentObject): unknown {
  const query = textOf(graphql.query) ?? "";
  const text = textOf(graphql.variables);
  const variables = text === null ? graphql.variables : parseInnerJson(text);
  const operation = textOf(graphql.operationName);
  return {
    query,
    ...(variables === undefined || variables === null ? {} : { variables }),
    ...(operation ? { operationName: operation } : {}),
  };
}

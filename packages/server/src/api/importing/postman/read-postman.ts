import type { DocumentOperation } from "../document-operations.ts";
import { type DocumentObject, fieldOf, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import type { ImportContext, RequestDraft } from "../request-draft.ts";
import type { DraftGroup } from "../to-drafts.ts";
import { toStep } from "../to-step.ts";
import { type PostmanCredentials, postmanCredentials } from "./postman-auth.ts";
import { createPostmanNames, type PostmanNames } from "./postman-names.ts";
import { postmanRequest } from "./postman-request.ts";
import { readScript, type Scripted } from "./postman-scripts.ts";
import { variablesOfCollection } from "./postman-variables.ts";

type Item = {
  where: string;
  /** The names of the folders and of the request. */
  names: string[];
  request: unknown;
  auth: unknown;
  /** Those of the collection, the folders and the request, in the order in which Postman runs them. */
  events: { where: string; event: DocumentObject }[];
};

const REFERENCE = /\{\{([^{}]{1,200})\}\}/g;

/** Reads a collection in format v2.1. Its requests become steps, folder by folder. */
export function readPostman(document: DocumentObject, context: ImportContext): DraftGroup[] {
  const collection = isObject(document.collection) ? document.collection : document;
  const root = isObject(document.collection) ? "collection.item" : "item";
  const names = createPostmanNames({
    onComposed(name) {
      const why = "A simple value of the same form was written in place of Postman's random one";
      context.notes.addTo({ where: root, what: "Dynamic variables", why }, name);
    },
    onUnknown(name) {
      const why =
        "Vedette does not generate values of this kind; create an organization variable of the name in its place";
      context.notes.addTo({ where: root, what: "Dynamic variables", why }, name);
    },
  });
  // Reserved before any secret gets a name, so that no secret gets one of these.
  for (const [, original = ""] of JSON.stringify(collection).matchAll(REFERENCE)) {
    if (!original.trim().startsWith("$")) context.variables.reserve(names.nameOf(original.trim()));
  }
  const variables = variablesOfCollection(collection, names, context);
  const info = objectOf(collection.info);
  const items = itemsOf(collection.item, {
    where: root,
    names: [],
    request: null,
    auth: collection.auth,
    events: eventsOf(collection, "event"),
  });
  const tools: Tools = { names, scripts: new Map() };
  const steps = items.flatMap((item) =>
    context.takes(operationOf(item)) ? (toStep(toDraft(item, tools, context), context) ?? []) : [],
  );
  const name = textOf(info.name) || "Postman";
  const description = `Imported from the Postman collection ${name}`;
  return [{ name, description, steps, variables }];
}

function operationOf({ names, request }: Item): DocumentOperation {
  const url = fieldOf(request, "url") ?? request;
  const address = textOf(url) ?? textOf(fieldOf(url, "raw")) ?? "";
  const method = (textOf(fieldOf(request, "method")) ?? "GET").toUpperCase();
  const [path = ""] = address.replace(/^[a-z]+:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  return { method, path, tag: names.slice(0, -1).join(" / "), name: names.at(-1) ?? "" };
}

function itemsOf(given: unknown, parent: Item): Item[] {
  return listOf(given).flatMap((value, index) => {
    const item = objectOf(value);
    const where = `${parent.where}[${index}]`;
    const own: Item = {
      where,
      names: [...parent.names, textOf(item.name) ?? ""],
      request: item.request,
      auth: authOf(item.auth) ?? authOf(fieldOf(item.request, "auth")) ?? parent.auth,
      events: [...parent.events, ...eventsOf(item, `${where}.event`)],
    };
    if (Array.isArray(item.item)) return itemsOf(item.item, { ...own, where: `${where}.item` });
    return item.request === undefined ? [] : [own];
  });
}

/** Without a type, or with null, the parent's authorization applies. */
function authOf(auth: unknown): unknown {
  return isObject(auth) && auth.type !== "inherit" ? auth : undefined;
}

function eventsOf(value: DocumentObject, where: string): Item["events"] {
  return listOf(value.event).map((event, index) => ({ where: `${where}[${index}]`, event: objectOf(event) }));
}

type Tools = { names: PostmanNames; scripts: Map<string, Scripted> };

function toDraft(item: Item, { names, scripts }: Tools, context: ImportContext): RequestDraft {
  const draft = postmanRequest(item.request, `${item.where}.request`, context);
  const credentials = postmanCredentials(item.auth, item.where, context);
  const scripted = item.events
    .filter(({ event }) => event.disabled !== true)
    .map(({ where, event }) => {
      // A folder's script applies to many requests, and is read and listed once.
      const known = scripts.get(where) ?? readScript({ where, event, names }, context);
      scripts.set(where, known);
      return known;
    });
  return rewritten(
    {
      ...draft,
      name: item.names.filter((name) => name !== "").join(" / "),
      ...withCredentials(draft, credentials),
      auth: credentials.auth,
      assertions: scripted.flatMap(({ assertions }) => assertions),
      extract: scripted.flatMap(({ extract }) => extract),
    },
    names,
  );
}

/** Removes the header or parameter that the authorization sets, as Postman does. */
function withCredentials(
  { query, headers }: RequestDraft,
  credentials: PostmanCredentials,
): Pick<RequestDraft, "query" | "headers"> {
  const replaced = new Set(credentials.headers.map(([name]) => name.toLowerCase()));
  if (credentials.auth !== null) replaced.add("authorization");
  const parameters = new Set(credentials.query.map(([name]) => name));
  return {
    query: [...query.filter(([name]) => !parameters.has(name)), ...credentials.query],
    headers: [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...credentials.headers],
  };
}

/** Renames every reference to its name in Vedette. */
function rewritten(draft: RequestDraft, names: PostmanNames): RequestDraft {
  const rewrite = (value: unknown): unknown => {
    if (typeof value === "string") return names.rewrite(value);
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner)]));
  };
  const { url, query, headers, body, auth } = draft;
  return { ...draft, ...(rewrite({ url, query, headers, body, auth }) as typeof draft) };
}

import { API_STEPS_MAX } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { encoded } from "../draft-url.ts";
import { toVariableName } from "../import-variables.ts";
import {
  type DraftBody,
  emptyDraft,
  type ImportContext,
  type Pair,
  type RequestDraft,
} from "../request-draft.ts";
import type { DraftGroup } from "../to-drafts.ts";
import { toStep } from "../to-step.ts";
import { type Parameters, parametersOf } from "./openapi-parameters.ts";
import { credentialsOf } from "./openapi-security.ts";
import { createResolveRef, type ResolveRef } from "./resolve-refs.ts";
import { createSampler, type Sample } from "./sample-schema.ts";

const METHODS = ["get", "head", "post", "put", "patch", "delete", "options", "trace"];

type Reader = {
  document: DocumentObject;
  resolve: ResolveRef;
  sample: (schema: unknown) => Sample;
  context: ImportContext;
  /** Values of path parameters, which become variables of the API monitor. */
  variables: Record<string, string>;
  /** The variable for each parameter and value. */
  pathNames: Map<string, string>;
  base: string;
};
type Operation = { where: string; path: string; method: string; shared: DocumentObject; own: DocumentObject };

/** Reads an OpenAPI 3 document. Each operation becomes a step, in the document's order, with DELETE last. */
export function readOpenapi(document: DocumentObject, context: ImportContext): DraftGroup[] {
  let where = "";
  const resolve = createResolveRef(document, (isRemote, place) => {
    const what = isRemote ? "A reference to another document" : "A reference that leads in a circle";
    context.notes.add({
      where: place ?? where,
      what,
      why: isRemote ? "Nothing is fetched; put it into this document" : "It has no end",
    });
  });
  const reader: Reader = {
    document,
    resolve,
    sample: createSampler(resolve),
    context,
    variables: {},
    pathNames: new Map(),
    base: "",
  };
  reader.base = baseOf(document, reader);
  const steps = operationsOf(document, reader).flatMap((operation) => {
    where = operation.where;
    const step = toStep(toDraft(operation, reader), context);
    return step === null ? [] : [{ step, tag: textOf(listOf(operation.own.tags)[0]) ?? "Other" }];
  });
  for (const field of ["webhooks", "components.callbacks"]) noteUnused(document, field, context);
  return groupsOf(steps, reader);
}

function groupsOf(
  steps: readonly { step: ApiStep; tag: string }[],
  { document, variables }: Reader,
): DraftGroup[] {
  const info = objectOf(document.info);
  const title = textOf(info.title) || "OpenAPI";
  const version = textOf(info.version);
  const description = `Imported from the OpenAPI document of ${title}${version === null ? "" : ` ${version}`}`;
  if (steps.length <= API_STEPS_MAX) {
    return [{ name: title, description, steps: steps.map(({ step }) => step), variables }];
  }
  return [...Map.groupBy(steps, ({ tag }) => tag)].map(([tag, members]) => ({
    name: `${title}: ${tag}`,
    description,
    steps: members.map(({ step }) => step),
    variables,
  }));
}

/**
 * Sorts DELETE operations last, the innermost resource first, so that earlier steps can still read the
 * resources.
 */
function operationsOf(document: DocumentObject, reader: Reader): Operation[] {
  const operations = operationsInOrder(document, reader);
  const depthOf = ({ path }: Operation) => path.split("/").length;
  const deleting = operations.filter(({ method }) => method === "delete");
  return [
    ...operations.filter(({ method }) => method !== "delete"),
    ...deleting.sort((one, other) => depthOf(other) - depthOf(one)),
  ];
}

function operationsInOrder(document: DocumentObject, { resolve, context }: Reader): Operation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) => {
    const shared = resolve(item, `paths.${path}`);
    return METHODS.filter((method) => isObject(shared[method])).flatMap((method) => {
      const where = `paths.${path}.${method}`;
      const own = resolve(shared[method], where);
      // It is in another document, and a note reports that; its step would be empty.
      if (Object.keys(own).length === 0 && isReference(shared[method])) return [];
      const operation = {
        method: method.toUpperCase(),
        path,
        tag: textOf(listOf(own.tags)[0]) ?? "Other",
        name: textOf(own.summary) || textOf(own.operationId) || "",
      };
      if (!context.takes(operation)) return [];
      if (method === "trace") {
        context.notes.add({ where, what: "The operation", why: "Checks do not send TRACE" });
        return [];
      }
      if (own.deprecated === true) {
        context.notes.add({ where, what: "The operation", why: "The document calls it deprecated" });
        return [];
      }
      if (isObject(own.callbacks)) {
        const why = "A step sends requests, and receives none";
        context.notes.add({ where, what: "Its callbacks", why });
      }
      return [{ where, path, method, shared, own }];
    });
  });
}

function isReference(value: unknown): boolean {
  return typeof objectOf(value).$ref === "string";
}

function toDraft({ where, path, method, shared, own }: Operation, reader: Reader): RequestDraft {
  const { document, resolve, context } = reader;
  const parameters = parametersOf({ where, shared: shared.parameters, own: own.parameters }, reader, context);
  const schemes = objectOf(document.components).securitySchemes;
  const security = own.security ?? document.security;
  const credentials = credentialsOf({ security, schemes, where }, resolve, context);
  const body = bodyOf({ where, own }, reader);
  const summary = textOf(own.summary) || textOf(own.operationId);
  const accept = acceptOf(own, resolve);
  const { assertions, followRedirects } = expectationOf(own);
  return {
    ...emptyDraft(where),
    name: summary || `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    url: `${reader.base}${pathWith(path, parameters, reader)}`,
    query: [...parameters.query, ...credentials.query],
    headers: [...accept, ...body.headers, ...parameters.headers, ...credentials.headers],
    body: body.body,
    auth: credentials.auth,
    assertions,
    followRedirects,
  };
}

/**
 * Replaces `{petId}` by `{{petId}}`: a variable of the API monitor, with the document's example as its value.
 */
function pathWith(path: string, parameters: Parameters, { pathNames, variables, context }: Reader): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_whole, parameter: string) => {
    const value = encoded(parameters.path.get(parameter) ?? "1");
    const key = JSON.stringify([parameter, value]);
    const name = pathNames.get(key) ?? context.variables.freshName(toVariableName(parameter));
    pathNames.set(key, name);
    variables[name] = value;
    return `{{${name}}}`;
  });
}

function bodyOf(
  { where, own }: { where: string; own: DocumentObject },
  reader: Reader,
): { body: DraftBody | null; headers: Pair[] } {
  const { resolve, sample, context } = reader;
  const content = objectOf(resolve(own.requestBody).content);
  const types = Object.keys(content);
  if (types.length === 0) return { body: null, headers: [] };
  const type =
    types.find(isJsonType) ??
    types.find((name) => /x-www-form-urlencoded/i.test(name)) ??
    types.find((name) => /^text\/|xml/i.test(name));
  if (type === undefined) {
    const why = "Steps send JSON, forms and texts; give the step a body";
    context.notes.add({ where: `${where}.requestBody`, what: `A body of type ${types.join(", ")}`, why });
    return { body: null, headers: [] };
  }
  const media = resolve(content[type]);
  const first = resolve(Object.values(objectOf(media.examples))[0]).value;
  const example = media.example ?? first;
  const sampled = example === undefined ? sample(media.schema) : { value: example, isGiven: true };
  if (!sampled.isGiven) {
    const why = "The document gives no example; values of the right types stand there";
    context.notes.add({ where: `${where}.requestBody`, what: "A part of the body", why });
  }
  return { body: toBody(type, sampled.value), headers: [["Content-Type", type]] };
}

function toBody(type: string, value: unknown): DraftBody {
  if (/json/i.test(type)) return { type: "json", value };
  if (/x-www-form-urlencoded/i.test(type) && isObject(value)) {
    const pairs = Object.entries(value).map(
      ([name, inner]): Pair => [name, textOf(inner) ?? JSON.stringify(inner)],
    );
    return { type: "form", pairs };
  }
  return { type: "text", text: textOf(value) ?? JSON.stringify(value) };
}

/** Returns JSON, which assertions can inspect, or else the first type of the documented success. */
function acceptOf(own: DocumentObject, resolve: ResolveRef): Pair[] {
  const responses = objectOf(own.responses);
  const status = Object.keys(responses).find((code) => /^2/.test(code));
  const types = status === undefined ? [] : Object.keys(objectOf(resolve(responses[status]).content));
  const type = types.find((name) => /^application\/json\b/i.test(name)) ?? types.find(isJsonType) ?? types[0];
  return type === undefined ? [] : [["Accept", type]];
}

function isJsonType(type: string): boolean {
  return /[/+]json\b/i.test(type);
}

/** Returns the lowest documented success, else a redirect, else the only documented error. */
function expectationOf(own: DocumentObject): Pick<RequestDraft, "assertions" | "followRedirects"> {
  const codes = Object.keys(objectOf(own.responses)).sort();
  const success = codes.find((name) => /^2\d\d$/.test(name)) ?? codes.find((name) => /^3\d\d$/.test(name));
  // An operation that documents nothing but one error exists to return it. With several errors, or with
  // `default`, the document merely omits the success.
  const onlyError = codes.length === 1 ? codes.find((name) => /^[45]\d\d$/.test(name)) : undefined;
  const code = success ?? onlyError;
  const any2xx = codes.some((name) => /^2XX$/i.test(name));
  if (code !== undefined && !(any2xx && code.startsWith("3"))) {
    const value = Number(code);
    return {
      assertions: [{ type: "status_code", operator: "equals", value }],
      followRedirects: value < 300 || value >= 400,
    };
  }
  return {
    assertions: [
      ...(any2xx ? [{ type: "status_code", operator: "greater_than_or_equal", value: 200 } as const] : []),
      { type: "status_code", operator: "less_than", value: any2xx ? 300 : 400 },
    ],
    followRedirects: true,
  };
}

/** Returns `{{BASE_URL}}`, with the first server as its value if that is an absolute URL. */
function baseOf(document: DocumentObject, { context, variables }: Reader): string {
  const servers = listOf(document.servers).map(objectOf);
  for (const server of servers.slice(1)) {
    const why = "The first server is used; change BASE_URL for another";
    context.notes.addTo({ where: "servers", what: "Servers", why }, textOf(server.description) ?? "one more");
  }
  const first = servers[0] ?? {};
  const url = (textOf(first.url) ?? "")
    .replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const known = objectOf(first.variables);
      return textOf(objectOf(Object.hasOwn(known, name) ? known[name] : undefined).default) ?? whole;
    })
    // Credentials in a URL are ignored: the security schemes define what is needed.
    .replace(/^(https?:\/\/)[^/@]*@/i, "$1")
    .replace(/\/+$/, "");
  const name = context.variables.freshName("BASE_URL");
  if (/^https?:\/\//i.test(url)) {
    variables[name] = url;
    return `{{${name}}}`;
  }
  const why = "The document names no whole address of a server, such as https://api.example.com";
  return `${context.variables.need({ name, is_secret: false, why })}${url}`;
}

function noteUnused(document: DocumentObject, field: string, { notes }: ImportContext): void {
  const value = field.split(".").reduce<unknown>((inner, name) => objectOf(inner)[name], document);
  if (isObject(value))
    notes.add({ where: field, what: "What it describes", why: "A step sends requests, and receives none" });
}

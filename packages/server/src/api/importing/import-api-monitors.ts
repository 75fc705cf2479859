import {
  type ApiMonitorDraft,
  type ApiMonitorImport,
  type ApiMonitorImportInput,
  IMPORT_STEPS_MAX,
  type ImportFormat,
} from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { templateNames } from "@vedette/contract/variables/template.ts";
import { badFields } from "../../platform/kernel/errors.ts";
import { readCurl } from "./curl/read-curl.ts";
import { createDocumentOperations, type DocumentOperations } from "./document-operations.ts";
import { type DocumentObject, fieldOf, isObject, textOf } from "./document-value.ts";
import { readHar } from "./har/read-har.ts";
import { createImportNotes } from "./import-notes.ts";
import { ImportVariables } from "./import-variables.ts";
import { readOpenapi } from "./openapi/read-openapi.ts";
import { fromSwagger2 } from "./openapi/swagger-2.ts";
import { parseDocument } from "./parse-document.ts";
import { readPostman } from "./postman/read-postman.ts";
import type { ImportContext } from "./request-draft.ts";
import { type DraftGroup, isWriting, scrubNotes, storable, toDrafts } from "./to-drafts.ts";

/**
 * Converts documents of other tools to drafts of API monitors. It only reads and computes: it runs, resolves,
 * fetches and stores nothing. The result contains no secret of the document, and lists everything that could
 * not be imported. Must not depend on databases or networks.
 */
export type ImportedMonitors = Omit<ApiMonitorImport, "dry_run" | "created">;
export type ImportOrder = Pick<ApiMonitorImportInput, "format" | "content" | "name"> &
  Partial<Pick<ApiMonitorImportInput, "enabled" | "select" | "dry_run">>;
/** Called before each phase; reading is the first. */
export type ImportPhase = "reading" | "converting";

/** Throws an error with the problem and its location if the document cannot be read. */
export function importApiMonitors(
  order: ImportOrder,
  onPhase: (phase: ImportPhase) => void = () => {},
): ImportedMonitors {
  onPhase("reading");
  const { format, read } = readDocument(order);
  onPhase("converting");
  const operations = createDocumentOperations(order.select);
  const variables = new ImportVariables(templateNames(order.content));
  const context: ImportContext = {
    notes: createImportNotes(),
    variables,
    takes: operations.takes,
    isReference: HAS_REFERENCES[format] ? () => true : (name) => variables.isOwn(name),
  };
  const groups = read(context).filter(({ steps }) => steps.length > 0);
  const drafts = operations.isOverfull ? [] : toDrafts(named(groups, order.name), context);
  const excess = excessOf(drafts, operations);
  if (excess !== null && !order.dry_run) throw bad(excess);
  if (excess !== null) context.notes.add({ where: "", what: "The document", why: `It ${excess}` });
  else if (drafts.length === 0) throw bad(nothingIn(operations, context));
  return toImportedMonitors({ format, order, drafts: excess === null ? drafts : [], operations, context });
}

function toImportedMonitors(made: {
  format: ImportFormat;
  order: ImportOrder;
  drafts: readonly ApiMonitorDraft[];
  operations: DocumentOperations;
  context: ImportContext;
}): ImportedMonitors {
  const { format, order, operations, context } = made;
  const scrub = (text: string) => context.variables.scrub(storable(text));
  const drafts = made.drafts.map((draft) => ({ ...draft, enabled: order.enabled ?? draft.enabled }));
  return {
    format,
    api_monitors: drafts,
    writes: drafts.flatMap(({ steps }) => steps).flatMap((step, index) => (isWriting(step) ? [index] : [])),
    operations: operations.list().map(({ path, name, tag, ...rest }) => ({
      ...rest,
      path: scrub(path),
      name: scrub(name),
      tag: scrub(tag),
    })),
    operations_total: operations.total,
    not_imported: scrubNotes(context.notes.list(), scrub),
    variables: context.variables.list().map((variable) => ({ ...variable, why: scrub(variable.why) })),
  };
}

/** Maximum size of a response. The thread that serves requests serializes it, while other requests wait. */
const DRAFTS_LENGTH_MAX = 4_194_304;

/** Returns why the selection is too large for one import. */
function excessOf(
  drafts: readonly ApiMonitorDraft[],
  { chosen, isOverfull }: DocumentOperations,
): string | null {
  const remedy = "choose some with `select`, or import it in parts";
  if (isOverfull)
    return `holds ${chosen} requests, more than the ${IMPORT_STEPS_MAX} of one import; ${remedy}`;
  const length = drafts.reduce((sum, draft) => sum + JSON.stringify(draft).length, 0);
  return length > DRAFTS_LENGTH_MAX ? `makes more than 4 MiB of API monitors; ${remedy}` : null;
}

function nothingIn(operations: DocumentOperations, context: ImportContext): string {
  if (operations.total > 0 && operations.chosen === 0) {
    return `holds ${operations.total} requests, and \`select\` chooses none of them`;
  }
  const [first] = scrubNotes(context.notes.list(), (text) => context.variables.scrub(text));
  const reason = first
    ? `: ${[first.where, first.what, first.why].filter((text) => text !== "").join(", ")}`
    : "";
  return `holds no request that could become a step${reason}`;
}

/** The formats whose documents use Vedette's syntax of variables. In others, such braces are text. */
const HAS_REFERENCES: Record<ImportFormat, boolean> = {
  curl: true,
  postman: true,
  har: false,
  openapi: false,
};

type Document = { format: ImportFormat; read(context: ImportContext): DraftGroup[] };

const READERS: Record<
  Exclude<ImportFormat, "curl">,
  (document: DocumentObject, context: ImportContext) => DraftGroup[]
> = { har: readHar, postman: readPostman, openapi: readOpenapi };

const EXPECTED: Record<ImportFormat, string> = {
  curl: "a command line that begins with curl",
  har: "a HAR file with log.entries, as the browser's network panel exports it",
  postman: "a Postman collection in format v2.1, with info and item; export it as such",
  openapi: "an OpenAPI 3 or Swagger 2.0 document with paths",
};

/** Detects a command line, or else JSON or YAML that declares its format. */
const COMMAND_LINE = /^[\s$]*(?:[A-Za-z_]\w*=\S*[ \t]+)*curl(?:\.exe)?(?:\s|$)/m;
const YAML_DOCUMENT = /^["']?(?:openapi|swagger|asyncapi|info|log)["']?\s*:/m;

function readDocument({ content, format }: ImportOrder): Document {
  const looksStructured = /^\s*[{[]/.test(content) || YAML_DOCUMENT.test(content);
  if (format === "curl" || (format === undefined && !looksStructured)) {
    if (format === undefined && !COMMAND_LINE.test(content)) throw unknownFormat();
    return { format: "curl", read: (context) => readCurl(content, context) };
  }
  const given = parseDocument(content);
  const document =
    /^2\.\d/.test(String(given.swagger)) && isObject(given.paths) ? fromSwagger2(given) : given;
  const found = (["har", "postman", "openapi"] as const).find((candidate) => looksLike(document, candidate));
  const wanted = format ?? found;
  if (wanted === undefined || wanted !== found) throw bad(documentError(document, format));
  return { format: wanted, read: (context) => READERS[wanted](document, context) };
}

/** Returns why this document cannot be imported, before the errors of single formats. */
function documentError(document: DocumentObject, format: ImportFormat | undefined): string {
  const error = ownError(document);
  if (error !== null) return error;
  const expected = format === undefined ? Object.values(EXPECTED) : [EXPECTED[format]];
  return `must be ${expected.join(", or ")}`;
}

function ownError(document: DocumentObject): string | null {
  if (document.openapi !== undefined || document.swagger !== undefined) {
    const version = textOf(document.openapi ?? document.swagger);
    if (version === null || !/^[23]\.\d/.test(version)) {
      return "is an OpenAPI document of a version that cannot be read; OpenAPI 3 and Swagger 2.0 can";
    }
    return isObject(document.webhooks)
      ? "is an OpenAPI document with webhooks and no paths: it describes what is received, and no request to send"
      : "is an OpenAPI document without paths: it describes no request to send";
  }
  if (document.asyncapi !== undefined)
    return "is an AsyncAPI document: it describes messages, and no request";
  if (Array.isArray(document.requests)) {
    return "is a Postman collection in format v1; export it as Collection v2.1";
  }
  if (document._postman_variable_scope !== undefined) {
    return "is a Postman environment; export the collection itself, and make variables of these values";
  }
  if (isObject(document.log)) return "is a HAR file without log.entries: it holds no request";
  return null;
}

function unknownFormat(): Error {
  return bad(`must be ${Object.values(EXPECTED).join(", or ")}`);
}

function looksLike(document: DocumentObject, format: Exclude<ImportFormat, "curl">): boolean {
  switch (format) {
    case "har":
      return Array.isArray(fieldOf(document.log, "entries"));
    case "postman": {
      const collection = isObject(document.collection) ? document.collection : document;
      return isObject(collection.info) && Array.isArray(collection.item);
    }
    case "openapi":
      return /^3\.\d/.test(String(document.openapi)) && isObject(document.paths);
  }
}

/** Applies the requested name in place of the document's, or as a prefix of each part's name. */
function named(groups: readonly DraftGroup[], name: string | undefined): DraftGroup[] {
  return groups.map((group) => ({
    ...group,
    name: name === undefined ? group.name : groups.length === 1 ? name : `${name}: ${group.name}`,
  }));
}

function bad(message: string): Error {
  return badFields([{ path: "content", message }]);
}

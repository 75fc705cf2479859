import type {
  ApiMonitorImport,
  ApiMonitorImportInput,
  ImportFormat,
} from "@vedette/contract/api-monitor-import.ts";
import { templateNames } from "@vedette/contract/template.ts";
import { badFields } from "../kernel/errors.ts";
import { readCurl } from "./curl/read-curl.ts";
import { type DocumentObject, fieldOf, isObject } from "./document-value.ts";
import { readHar } from "./har/read-har.ts";
import { createImportNotes } from "./import-notes.ts";
import { createImportVariables } from "./import-variables.ts";
import { readOpenapi } from "./openapi/read-openapi.ts";
import { parseDocument } from "./parse-document.ts";
import { readPostman } from "./postman/read-postman.ts";
import type { ImportContext } from "./request-draft.ts";
import { type DraftGroup, scrubNotes, toDrafts } from "./to-drafts.ts";

/**
 * Makes drafts of API monitors of the documents of other tools. It reads and computes only: nothing that a
 * document says is run, looked up or fetched, and nothing is stored. No secret of the document is in the
 * answer, and what could not be carried over is listed there. Must never know of databases or networks.
 */
export type ImportedMonitors = Pick<
  ApiMonitorImport,
  "format" | "api_monitors" | "not_imported" | "variables"
>;

/** Throws a refusal that names the fault and its place where the document cannot be read. */
export function importApiMonitors(
  input: Pick<ApiMonitorImportInput, "format" | "content" | "name">,
): ImportedMonitors {
  const format = input.format ?? guessFormat(input.content);
  const context: ImportContext = {
    notes: createImportNotes(),
    variables: createImportVariables(templateNames(input.content)),
    countStep: createStepCounter(),
  };
  const groups = READERS[format](input.content, context).filter(({ steps }) => steps.length > 0);
  const drafts = toDrafts(named(groups, input.name), context);
  if (drafts.length === 0) {
    const [first] = scrubNotes(context.notes.list(), context.variables.scrub);
    const reason = first
      ? `: ${[first.where, first.what, first.why].filter((text) => text !== "").join(", ")}`
      : "";
    throw bad(`holds no request that could become a step${reason}`);
  }
  return {
    format,
    api_monitors: drafts,
    not_imported: scrubNotes(context.notes.list(), context.variables.scrub),
    variables: context.variables
      .list()
      .map((variable) => ({ ...variable, why: context.variables.scrub(variable.why) })),
  };
}

/** Twenty API monitors of fifty steps: what an answer can still show, and is made within a second or two. */
const STEPS_MAX = 1_000;

function createStepCounter(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > STEPS_MAX) throw bad(`holds more than ${STEPS_MAX} requests; import it in parts`);
  };
}

const READERS: Record<ImportFormat, (content: string, context: ImportContext) => DraftGroup[]> = {
  curl: readCurl,
  har: (content, context) => readHar(expect(parseDocument(content), "har"), context),
  postman: (content, context) => readPostman(expect(parseDocument(content), "postman"), context),
  openapi: (content, context) => readOpenapi(expect(parseDocument(content), "openapi"), context),
};

const EXPECTED: Record<ImportFormat, string> = {
  curl: "a command line that begins with curl",
  har: "a HAR file with log.entries, as the browser's network panel exports it",
  postman: "a Postman collection in format v2.1, with info and item; export it as such",
  openapi: "an OpenAPI 3.0 or 3.1 document with openapi and paths; convert Swagger 2.0 first",
};

/** A command line, or else JSON or YAML that says itself what it is. */
const COMMAND_LINE = /^[\s$]*(?:[A-Za-z_]\w*=\S*[ \t]+)*curl(?:\.exe)?(?:\s|$)/m;
const YAML_OPENAPI = /^["']?openapi["']?\s*:/m;

function guessFormat(content: string): ImportFormat {
  if (!/^\s*[{[]/.test(content) && !YAML_OPENAPI.test(content)) {
    if (COMMAND_LINE.test(content)) return "curl";
    throw bad(`must be ${Object.values(EXPECTED).join(", or ")}`);
  }
  const document = parseDocument(content);
  const format = (["har", "postman", "openapi"] as const).find((candidate) => looksLike(document, candidate));
  if (format) return format;
  throw bad(`must be ${Object.values(EXPECTED).join(", or ")}`);
}

function expect(document: DocumentObject, format: Exclude<ImportFormat, "curl">): DocumentObject {
  if (!looksLike(document, format)) throw bad(`must be ${EXPECTED[format]}`);
  return document;
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

/** The name that was asked for, in place of the document's or before that of each part. */
function named(groups: readonly DraftGroup[], name: string | undefined): DraftGroup[] {
  return groups.map((group) => ({
    ...group,
    name: name === undefined ? group.name : groups.length === 1 ? name : `${name}: ${group.name}`,
  }));
}

function bad(message: string): Error {
  return badFields([{ path: "content", message }]);
}

import type { ApiMonitorImport, ImportSelection } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { IMPORT_STEPS_MAX } from "@vedette/contract/api-monitors/api-monitor-import.ts";

/** A request of a document, as listed for selection. */
export type DocumentOperation = { method: string; path: string; tag: string; name: string };

type Listed = ApiMonitorImport["operations"][number];

/** The dashboard shows a list of this length; a longer document is filtered by tag, method or path. */
const LISTED_MAX = 10_000;
const TEXT_LENGTH_MAX = 300;

/** The operations of a document, and which of them become steps. */
export type DocumentOperations = {
  takes(operation: DocumentOperation): boolean;
  list(): Listed[];
  readonly total: number;
  /** The number of selected operations, including those beyond the maximum of one import. */
  readonly chosen: number;
  readonly isOverfull: boolean;
};

export function createDocumentOperations(select: ImportSelection | undefined): DocumentOperations {
  const listed: Listed[] = [];
  const isChosen = createFilter(select);
  let total = 0;
  let chosen = 0;

  return {
    takes(operation) {
      const index = total;
      total += 1;
      if (listed.length < LISTED_MAX) listed.push({ index, ...shortened(operation) });
      if (!isChosen(operation, index)) return false;
      chosen += 1;
      return chosen <= IMPORT_STEPS_MAX;
    },
    list: () => listed,
    get total() {
      return total;
    },
    get chosen() {
      return chosen;
    },
    get isOverfull() {
      return chosen > IMPORT_STEPS_MAX;
    },
  };
}

/** A missing filter matches everything; all given filters must match. */
function createFilter(
  select: ImportSelection | undefined,
): (operation: DocumentOperation, index: number) => boolean {
  if (!select) return () => true;
  const indexes = select.operations && new Set(select.operations);
  const tags = select.tags && new Set(select.tags);
  const methods = select.methods && new Set<string>(select.methods);
  const paths = select.paths?.map(pathFilter);
  return ({ method, path, tag }, index) =>
    (!indexes || indexes.has(index)) &&
    (!tags || tags.has(tag)) &&
    (!methods || methods.has(method)) &&
    (!paths || paths.some((matches) => matches(path)));
}

/** Matches a path exactly, or by prefix if the pattern ends in `*`. */
function pathFilter(written: string): (path: string) => boolean {
  if (!written.endsWith("*")) return (path) => path === written;
  const beginning = written.slice(0, -1);
  return (path) => path.startsWith(beginning);
}

function shortened({ method, path, tag, name }: DocumentOperation): DocumentOperation {
  return { method: cut(method), path: cut(path), tag: cut(tag), name: cut(name) };
}

function cut(text: string): string {
  return text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX - 1)}…`;
}

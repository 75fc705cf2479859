import { SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import { type CodePath, isObject, toPointer } from "@vedette/contract/code/code-resources.ts";
import { type ReadDocument, readDocument } from "@vedette/contract/code/read-document.ts";
import { comparePositions, type LoadedDocument } from "./load-document.ts";
import { placeText } from "./merge-files.ts";
import type { FileFault } from "./positions.ts";

/**
 * Validates a document. Returns all faults of the files and of what they say, sorted by position; of incomplete files only
 * their own.
 */
export function checkDocument(loaded: LoadedDocument): { read: ReadDocument; faults: readonly FileFault[] } {
  const read = readDocument(loaded.document);
  if (!loaded.isComplete) return { read, faults: loaded.faults };
  const reported = new Set(loaded.faults.map(({ position }) => placeText(position)));
  // The value of a file that cannot be included is null, which is reported already.
  const found = placeFaults(read.errors, loaded).filter(({ position }) => !reported.has(placeText(position)));
  const faults = [...loaded.faults, ...found];
  return { read, faults: faults.sort((a, b) => comparePositions(a.position, b.position)) };
}

/** Adds positions to errors about values of the document, and sorts them. */
export function placeFaults(
  errors: readonly { path: CodePath; message: string }[],
  { locate }: Pick<LoadedDocument, "locate">,
): FileFault[] {
  return errors
    .map(({ path, message }) => ({
      position: locate(path),
      message: path.length === 0 ? message : `${path.join(".")} ${message}`,
    }))
    .sort((a, b) => comparePositions(a.position, b.position));
}

/** Formats a fault as compilers do: file, line, column, message. */
export function faultText({ position, message }: FileFault): string {
  return position ? `${position.file}:${position.line}:${position.column} ${message}` : message;
}

/** Returns the file and the line of each resource by its JSON pointer. */
export function sourcesOf({ document, locate }: LoadedDocument): Record<string, string> {
  const sections = [...Object.values(SECTION_OF), "secrets"];
  return Object.fromEntries(
    sections.flatMap((section) => {
      const resources = document[section];
      return Object.keys(isObject(resources) ? resources : {}).flatMap((key) => {
        const position = locate([section, key]);
        return position ? [[toPointer([section, key]), `${position.file}:${position.line}`]] : [];
      });
    }),
  );
}

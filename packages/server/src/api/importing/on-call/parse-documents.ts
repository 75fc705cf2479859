import type { ImportProblem } from "./imported-schedules.ts";

export type JsonFile = { name: string; content: string };

/** Parses files of JSON; those that are not JSON become problems. */
export function parseDocuments(files: readonly JsonFile[]): {
  documents: unknown[];
  problems: ImportProblem[];
} {
  const problems: ImportProblem[] = [];
  const documents = files.flatMap(({ name, content }) => {
    try {
      return [JSON.parse(content) as unknown];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.push({ item: name, reason: "is not JSON. Save the response of the API as it is." });
      return [];
    }
  });
  return { documents, problems };
}

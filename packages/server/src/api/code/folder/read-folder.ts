import { checkDocument, faultText, sourcesOf } from "@vedette/code-files/check-document.ts";
import { listCredentials } from "@vedette/code-files/credential-paths.ts";
import { loadDocument } from "@vedette/code-files/load-document.ts";
import { FileError, ProjectFolder } from "@vedette/code-files/project-folder.ts";
import { resolveCredentials } from "@vedette/code-files/resolve-credentials.ts";

/** What a folder says: a document that can be applied, or why not. */
export type FolderContent =
  | {
      kind: "document";
      project: string;
      document: Record<string, unknown>;
      /** Where resources are written, by JSON pointer. */
      sources: Record<string, string>;
      credentials: Record<string, string>;
    }
  | { kind: "faults"; faults: string[] };

export type FolderSettings = {
  directory: string;
  /** The project of the folder; null for that of its files. */
  project: string | null;
  /** The environment variables that credentials may name. */
  variables: Readonly<Record<string, string>>;
};

/** Reads the files of a folder as one document. */
export async function readFolder({ directory, project, variables }: FolderSettings): Promise<FolderContent> {
  try {
    const loaded = await loadDocument({ root: directory, paths: [] });
    if (loaded.files.length === 0) return faultsOf(`${directory} has no vedette.yaml and no *.vedette.yaml`);
    const { document } = loaded;
    if (project !== null) document.project ??= project;
    const { read, faults } = checkDocument(loaded);
    const other =
      project === null || read.project === project
        ? []
        : [`the files are of the project '${read.project}', not of '${project}'`];
    const resolved = resolveCredentials(listCredentials(document), {
      folder: new ProjectFolder(directory),
      env: variables,
    });
    const missing = resolved.missing.map(
      ({ credential: { path }, reason }) =>
        `${faultText({ position: loaded.locate(path), message: path.join(".") })}: ${reason}`,
    );
    const all = [...faults.map(faultText), ...other, ...missing];
    if (all.length > 0) return { kind: "faults", faults: all };
    const { values: credentials } = resolved;
    return { kind: "document", project: read.project, document, sources: sourcesOf(loaded), credentials };
  } catch (error) {
    if (error instanceof FileError) return faultsOf(`${directory} ${error.message}`);
    // The folder is not mounted yet, or may not be read.
    if (error instanceof Error && "code" in error)
      return faultsOf(`${directory} cannot be read (${error.code})`);
    throw error;
  }
}

function faultsOf(fault: string): FolderContent {
  return { kind: "faults", faults: [fault] };
}

import { extname } from "node:path";
import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import { filesOf } from "./find-files.ts";
import { includeFiles } from "./include-files.ts";
import { mergeFiles, type ReadFile } from "./merge-files.ts";
import { parseYaml } from "./parse-yaml.ts";
import { type FileFault, type Position, PositionMap } from "./positions.ts";
import { FileError, ProjectFolder } from "./project-folder.ts";

/** Runs the TypeScript files and returns the document that they declare together; null if there are none. */
export type EvaluateFiles = (root: string, files: readonly string[]) => Promise<EvaluatedFiles>;
export type EvaluatedFiles = {
  value: unknown;
  positions: readonly { path: CodePath; position: Position }[];
  faults: readonly FileFault[];
};

export type LoadOptions = {
  /** The folder of the project. Files outside of it are refused. */
  root: string;
  /** Files and folders; empty for those that the root has. */
  paths: readonly string[];
  /** Without it, TypeScript files are faults. */
  evaluate?: EvaluateFiles;
};

export type LoadedDocument = {
  /** The files, relative to the root. */
  files: readonly string[];
  /** What the files say together. It may violate the schema of documents. */
  document: Record<string, unknown>;
  /** Sorted by position. With faults, the document is incomplete. */
  faults: readonly FileFault[];
  locate(path: CodePath): Position | null;
};

/** Reads the files of a project as one document. */
export async function loadDocument({ root, paths, evaluate }: LoadOptions): Promise<LoadedDocument> {
  const folder = new ProjectFolder(root);
  const files = filesOf(root, paths);
  const faults: FileFault[] = [];
  const scripts = files.filter((file) => extname(file) === ".ts");
  const read: ReadFile[] = [];
  for (const file of files) {
    if (!scripts.includes(file)) read.push(readFile(file, folder, faults));
  }
  if (scripts.length > 0) read.push(await evaluateAll(scripts, { folder, evaluate, faults }));
  const merged = mergeFiles(read);
  const locate = (path: CodePath) => merged.positions.locate(path);
  return { files, document: merged.document, locate, faults: sorted([...faults, ...merged.faults]) };
}

function readFile(file: string, folder: ProjectFolder, faults: FileFault[]): ReadFile {
  const positions = new PositionMap();
  const at = { file, line: 1, column: 1 };
  positions.set([], at);
  try {
    const parsed = parseYaml({ text: folder.read(folder.nameOf(file, null)), file, at: [], positions });
    faults.push(...parsed.faults);
    return { file, value: includeFiles(parsed.value, file, { folder, positions, faults }), positions };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    faults.push({ position: at, message: error.message });
    return { file, value: null, positions };
  }
}

type Evaluation = { folder: ProjectFolder; evaluate: EvaluateFiles | undefined; faults: FileFault[] };

async function evaluateAll(
  files: readonly string[],
  { folder, evaluate, faults }: Evaluation,
): Promise<ReadFile> {
  const positions = new PositionMap();
  const [file = ""] = files;
  if (!evaluate) {
    for (const each of files) {
      faults.push({
        position: { file: each, line: 1, column: 1 },
        message: "is TypeScript, which only 'vdt code' runs; export it as YAML",
      });
    }
    return { file, value: null, positions };
  }
  const evaluated = await evaluate(folder.root, files);
  faults.push(...evaluated.faults);
  for (const { path, position } of evaluated.positions) positions.set(path, position);
  return { file, value: includeFiles(evaluated.value, file, { folder, positions, faults }), positions };
}

function sorted(faults: FileFault[]): FileFault[] {
  return faults.sort((a, b) => comparePositions(a.position, b.position));
}

/** Orders by file, line and column; what has no position comes first. */
export function comparePositions(a: Position | null, b: Position | null): number {
  if (!a || !b) return a ? 1 : b ? -1 : 0;
  return a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;
}

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
  /** Sorted by position. */
  faults: readonly FileFault[];
  /** Whether all files could be read. If not, what the document lacks is no fault of its author. */
  isComplete: boolean;
  locate(path: CodePath): Position | null;
};

/** Reads the files of a project as one document. */
export async function loadDocument({ root, paths, evaluate }: LoadOptions): Promise<LoadedDocument> {
  const folder = new ProjectFolder(root);
  const files = filesOf(root, paths);
  const reading: Reading = { folder, faults: [], syntaxFaults: [] };
  const scripts = files.filter((file) => extname(file) === ".ts");
  const read: ReadFile[] = [];
  for (const file of files) {
    if (!scripts.includes(file)) read.push(readFile(file, reading));
  }
  if (scripts.length > 0) read.push(await evaluateAll(scripts, evaluate, reading));
  const merged = mergeFiles(read);
  const locate = (path: CodePath) => merged.positions.locate(path);
  const faults = [...reading.faults, ...reading.syntaxFaults, ...merged.faults].sort((a, b) =>
    comparePositions(a.position, b.position),
  );
  return { files, document: merged.document, locate, faults, isComplete: reading.syntaxFaults.length === 0 };
}

type Reading = { folder: ProjectFolder; faults: FileFault[]; syntaxFaults: FileFault[] };

function readFile(file: string, reading: Reading): ReadFile {
  const { folder, syntaxFaults } = reading;
  const positions = new PositionMap();
  const at = { file, line: 1, column: 1 };
  positions.set([], at);
  try {
    const parsed = parseYaml({ text: folder.read(folder.nameOf(file, null)), file, at: [], positions });
    syntaxFaults.push(...parsed.faults);
    return { file, value: includeFiles(parsed.value, file, { ...reading, positions }), positions };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    syntaxFaults.push({ position: at, message: error.message });
    return { file, value: null, positions };
  }
}

async function evaluateAll(
  files: readonly string[],
  evaluate: EvaluateFiles | undefined,
  reading: Reading,
): Promise<ReadFile> {
  const positions = new PositionMap();
  const [file = ""] = files;
  if (!evaluate) {
    reading.syntaxFaults.push(
      ...files.map((each) => ({
        position: { file: each, line: 1, column: 1 },
        message: "is TypeScript, which only 'vdt code' runs: export it as YAML",
      })),
    );
    return { file, value: null, positions };
  }
  const evaluated = await evaluate(reading.folder.root, files);
  reading.syntaxFaults.push(...evaluated.faults);
  for (const { path, position } of evaluated.positions) positions.set(path, position);
  return { file, value: includeFiles(evaluated.value, file, { ...reading, positions }), positions };
}

/** Orders by file, line and column; what has no position comes first. */
export function comparePositions(a: Position | null, b: Position | null): number {
  if (!a || !b) return a ? 1 : b ? -1 : 0;
  return a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;
}

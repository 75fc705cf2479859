import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import { isCredentialPath } from "./credential-paths.ts";
import { INCLUDE_DEPTH_MAX } from "./file-limits.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { FileFault, PositionMap } from "./positions.ts";
import { FileError, type ProjectFolder } from "./project-folder.ts";

type Including = {
  folder: ProjectFolder;
  positions: PositionMap;
  faults: FileFault[];
  /** Faults after which the value of a file is incomplete. */
  syntaxFaults: FileFault[];
};

const DATA_FILE = /\.(ya?ml|json)$/i;

/**
 * Replaces each `{file: …}` with what the file holds: a value for YAML and JSON, and a text for any other file. Where a
 * credential may stand, `{file: …}` stays, with its path relative to the root: the value is sent beside the document.
 */
export function includeFiles(value: unknown, file: string, including: Including): unknown {
  return new Includer(including).replace(value, [], [file]);
}

class Includer {
  readonly #including: Including;

  constructor(including: Including) {
    this.#including = including;
  }

  /** `chain` holds the files that led here, the last one first. */
  replace(value: unknown, path: CodePath, chain: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.replace(item, [...path, index], chain));
    if (typeof value !== "object" || value === null) return value;
    const file = includedFile(value);
    if (file !== null) return this.#include(file, path, chain);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.replace(inner, [...path, key], chain)]),
    );
  }

  #include(file: string, path: CodePath, chain: readonly string[]): unknown {
    const { folder, positions } = this.#including;
    const position = positions.locate(path);
    const fault = (message: string) => {
      this.#including.faults.push({ position, message: `${dotted(path)}: the file '${file}' ${message}` });
      return null;
    };
    try {
      const name = folder.nameOf(file, chain[0] ?? null);
      if (isCredentialPath(path)) return { file: name };
      if (chain.includes(name)) return fault("includes itself");
      if (chain.length > INCLUDE_DEPTH_MAX)
        return fault(`is included by more than ${INCLUDE_DEPTH_MAX} files`);
      const text = folder.read(name);
      if (!DATA_FILE.test(name)) return text;
      const parsed = parseYaml({ text, file: name, at: path, positions });
      this.#including.syntaxFaults.push(...parsed.faults);
      return this.replace(parsed.value, path, [name, ...chain]);
    } catch (error) {
      if (error instanceof FileError) return fault(error.message);
      throw error;
    }
  }
}

/** Returns the path of a map that consists of `file` alone, or null. */
function includedFile(value: object): string | null {
  const [entry, ...more] = Object.entries(value);
  if (!entry || more.length > 0) return null;
  return entry[0] === "file" && typeof entry[1] === "string" ? entry[1] : null;
}

function dotted(path: CodePath): string {
  return path.join(".");
}

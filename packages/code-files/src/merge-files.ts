import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import { type FileFault, type Position, PositionMap } from "./positions.ts";

export type ReadFile = { file: string; value: unknown; positions: PositionMap };

/** Merges the documents of several files into one. A key that two files define is a fault that names both places. */
export function mergeFiles(files: readonly ReadFile[]): {
  document: Record<string, unknown>;
  positions: PositionMap;
  faults: FileFault[];
} {
  const merging = new Merging();
  for (const file of files) merging.add(file);
  return merging;
}

type Fields = Record<string, unknown>;

class Merging {
  readonly document: Fields = {};
  readonly positions = new PositionMap();
  readonly faults: FileFault[] = [];

  add({ file, value, positions }: ReadFile): void {
    // A file of comments alone.
    if (value === null || value === undefined) return;
    const position = { file, line: 1, column: 1 };
    if (!isFields(value)) {
      this.faults.push({
        position,
        message: "must be a map with 'version', 'project' and sections such as 'monitors'",
      });
      return;
    }
    this.positions.set([], this.positions.locate([]) ?? position);
    for (const [name, section] of Object.entries(value)) this.#addSection(name, section, positions);
  }

  #addSection(name: string, section: unknown, positions: PositionMap): void {
    const own = this.document[name];
    if (own === undefined) {
      this.document[name] = isFields(section) ? { ...section } : section;
      this.positions.copy(positions, [name], [name]);
    } else if (Array.isArray(own) && Array.isArray(section)) {
      this.document[name] = [...own, ...section];
      for (const index of section.keys())
        this.positions.copy(positions, [name, index], [name, own.length + index]);
    } else if (isFields(own) && isFields(section)) {
      this.#addKeys(own, { name, section, positions });
    } else if (own !== section) {
      const message = isFields(own) || isFields(section) ? "is not a map in both" : `is '${section}'`;
      this.#reportTwice([name], positions, `'${name}' ${message}, but has another value`);
    }
  }

  #addKeys(own: Fields, added: { name: string; section: Fields; positions: PositionMap }): void {
    const { name, section, positions } = added;
    for (const [key, value] of Object.entries(section)) {
      if (Object.hasOwn(own, key)) {
        this.#reportTwice([name, key], positions, `${name}.${key} is defined twice: it is defined`);
        continue;
      }
      own[key] = value;
      this.positions.copy(positions, [name, key], [name, key]);
    }
  }

  #reportTwice(path: CodePath, positions: PositionMap, what: string): void {
    const first = this.positions.locate(path);
    this.faults.push({ position: positions.locate(path), message: `${what} in ${placeText(first)} too` });
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Formats a position as compilers do. */
export function placeText(position: Position | null): string {
  return position ? `${position.file}:${position.line}:${position.column}` : "another file";
}

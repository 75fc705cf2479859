import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
  type Document as YamlDocument,
} from "yaml";
import { ALIASES_MAX, VALUE_DEPTH_MAX, VALUES_MAX } from "./file-limits.ts";
import type { FileFault, PositionMap } from "./positions.ts";

export type ParseInput = {
  text: string;
  /** The name of the file in positions. */
  file: string;
  /** The path in the document of the value that the file holds. */
  at: CodePath;
  positions: PositionMap;
};

/**
 * Parses YAML 1.2 of the core schema without tags, or JSON, and records the position of each value. Returns all faults;
 * with faults, the value has what could be read.
 */
export function parseYaml(input: ParseInput): { value: unknown; faults: FileFault[] } {
  const lines = new LineCounter();
  const faults: FileFault[] = [];
  const fault = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    faults.push({
      position: { file: input.file, line: Math.max(1, line), column: Math.max(1, col) },
      message,
    });
  };
  try {
    const document = parseDocument(input.text, {
      version: "1.2",
      schema: "core",
      merge: false,
      // The check of the library compares each key with all before it; `ValueReader` finds them too.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
      lineCounter: lines,
    });
    for (const { pos, message, code } of document.errors) {
      // The parser is recursive, and reports brackets within brackets that exhaust the stack at each bracket.
      if (message.startsWith("Maximum call stack")) throw new ReadLimitError(pos[0], NESTED_TOO_DEEP);
      if (code !== "TAG_RESOLVE_FAILED") fault(pos[0], sentence(message));
    }
    const reader = new ValueReader(input, document, { lines, fault });
    return { value: reader.read(document.contents, input.at), faults };
  } catch (error) {
    if (error instanceof ReadLimitError) fault(error.offset, error.message);
    else if (error instanceof RangeError) fault(0, NESTED_TOO_DEEP);
    else throw error;
    return { value: undefined, faults };
  }
}

const NESTED_TOO_DEEP = `has values within each other that are more than ${VALUE_DEPTH_MAX} deep`;

function sentence(message: string): string {
  return message.split("\n")[0] ?? message;
}

/** The rest of the file is not read. */
class ReadLimitError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

type Report = { lines: LineCounter; fault: (offset: number, message: string) => void };

/** Turns syntax into values, with bounded work: aliases multiply what a file holds. */
class ValueReader {
  readonly #input: ParseInput;
  readonly #document: YamlDocument.Parsed;
  readonly #report: Report;
  readonly #expanding = new Set<Node>();
  #aliases = 0;
  #values = 0;

  constructor(input: ParseInput, document: YamlDocument.Parsed, report: Report) {
    this.#input = input;
    this.#document = document;
    this.#report = report;
  }

  read(node: unknown, path: CodePath): unknown {
    const offset = offsetOf(node);
    this.#values++;
    if (this.#values > VALUES_MAX) throw new ReadLimitError(offset, `has more than ${VALUES_MAX} values`);
    if (path.length - this.#input.at.length > VALUE_DEPTH_MAX)
      throw new ReadLimitError(offset, NESTED_TOO_DEEP);
    // A position is that of the key. What an alias repeats is where the alias is.
    if (!isAlias(node) && path.length === this.#input.at.length) this.#place(path, offset);
    if (isAlias(node)) return this.#expand(node.resolve(this.#document), { path, offset });
    if (isScalar(node) || isCollection(node)) this.#assertNoTag(node.tag, offset);
    if (isMap(node)) return this.#readMap(node, path);
    if (isSeq(node)) return this.#readList(node, path);
    return isScalar(node) ? this.#readScalar(node.value, offset) : null;
  }

  #expand(target: Node | undefined, { path, offset }: { path: CodePath; offset: number }): unknown {
    if (!target) {
      this.#report.fault(offset, "refers to an anchor that is not defined before it");
      return null;
    }
    if (this.#expanding.has(target)) throw new ReadLimitError(offset, "is an alias that contains itself");
    this.#aliases++;
    if (this.#aliases > ALIASES_MAX) {
      throw new ReadLimitError(
        offset,
        `has aliases that are expanded more than ${ALIASES_MAX} times; use 'defaults' or several files`,
      );
    }
    this.#expanding.add(target);
    const value = this.read(target, path);
    this.#expanding.delete(target);
    return value;
  }

  #readMap({ items }: YAMLMap, path: CodePath): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const pair of items) this.#readPair(pair, path, value);
    return value;
  }

  #readPair(pair: Pair, path: CodePath, into: Record<string, unknown>): void {
    const offset = offsetOf(pair.key);
    const key = keyOf(pair.key);
    const inner = [...path, key ?? ""];
    const fault = this.#keyFault(key, inner, into);
    if (key === null || fault !== null) {
      this.#report.fault(offset, fault ?? "must be a plain text as key");
      return;
    }
    this.#place(inner, offset);
    into[key] = this.read(pair.value, inner);
  }

  #keyFault(key: string | null, path: CodePath, fields: object): string | null {
    if (key === "<<") return "merge keys (<<) are not part of YAML 1.2; use 'defaults'";
    if (key === "__proto__") return "'__proto__' is not allowed as key";
    if (key === null || !Object.hasOwn(fields, key)) return null;
    const first = this.#input.positions.locate(path);
    return `has the key '${key.slice(0, 100)}' twice; the first is in line ${first?.line}`;
  }

  #readList({ items }: YAMLSeq, path: CodePath): unknown[] {
    return items.map((item, index) => {
      const inner = [...path, index];
      // A list may hold `a: b` without braces, which is a pair.
      const node = isPair(item) ? item.key : item;
      this.#place(inner, offsetOf(node));
      return this.read(isPair(item) ? null : item, inner);
    });
  }

  #readScalar(value: unknown, offset: number): unknown {
    if (typeof value === "number" && !Number.isFinite(value)) {
      this.#report.fault(offset, "must be a number that JSON can hold");
    }
    return value;
  }

  #assertNoTag(tag: string | undefined, offset: number): void {
    if (tag !== undefined) this.#report.fault(offset, `tags such as '${tag.slice(0, 100)}' are not allowed`);
  }

  #place(path: CodePath, offset: number): void {
    const { line, col } = this.#report.lines.linePos(offset);
    this.#input.positions.set(path, {
      file: this.#input.file,
      line: Math.max(1, line),
      column: Math.max(1, col),
    });
  }
}

function offsetOf(node: unknown): number {
  return (isScalar(node) || isCollection(node) || isAlias(node)) && node.range ? node.range[0] : 0;
}

/** Numbers and truth values are keys as they are written. */
function keyOf(node: unknown): string | null {
  if (!isScalar(node) || node.tag !== undefined) return null;
  if (typeof node.value === "string") return node.value;
  return node.source ?? String(node.value);
}

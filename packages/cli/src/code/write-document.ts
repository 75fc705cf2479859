import { isCredentialPath } from "@vedette/code-files/credential-paths.ts";
import { type CodePath, isCredential, isObject } from "@vedette/contract/code/code-resources.ts";
import { stringify } from "yaml";
import { compareSections } from "./document-order.ts";

/** Documents as files. The same document gives the same text. */

export type FileFormat = "yaml" | "ts";

export const FILE_NAMES: Readonly<Record<FileFormat, string>> = {
  yaml: "vedette.yaml",
  ts: "vedette.config.ts",
};

type Fields = Record<string, unknown>;

export function writeDocument(document: Fields, format: FileFormat): string {
  const ordered = Object.fromEntries(
    Object.entries(document)
      .filter(([, section]) => !isEmpty(section))
      .sort(([a], [b]) => compareSections(a, b)),
  );
  if (format === "ts") return typeScriptOf(ordered);
  return stringify(ordered, {
    ...{ version: "1.2", schema: "core", indent: 2, lineWidth: 0, aliasDuplicateObjects: false },
  });
}

function isEmpty(section: unknown): boolean {
  return isObject(section)
    ? Object.keys(section).length === 0
    : Array.isArray(section) && section.length === 0;
}

/** The functions of `@vedette/code` by section. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  variables: "variable",
  secrets: "secret",
  groups: "group",
  channels: "channel",
  monitors: "monitor",
  api_monitors: "apiMonitor",
  journeys: "journey",
  heartbeats: "heartbeat",
  rules: "rule",
  maintenance_windows: "maintenanceWindow",
  status_pages: "statusPage",
};

function typeScriptOf(document: Fields): string {
  const used = new Set(["project"]);
  const statements = [projectStatement(document)];
  for (const [section, name] of Object.entries(FUNCTIONS)) {
    const resources = document[section];
    for (const [key, value] of Object.entries(isObject(resources) ? resources : {})) {
      used.add(name);
      const writer = new LiteralWriter(used);
      statements.push(`${name}(${JSON.stringify(key)}, ${writer.write(value, [section, key])});`);
    }
  }
  for (const { kind, from, to } of listOf(document.moved)) {
    used.add("moved");
    statements.push(`moved(${JSON.stringify(kind)}, ${new LiteralWriter(used).write({ from, to }, [])});`);
  }
  for (const { kind, key, id } of listOf(document.imports)) {
    used.add("adopt");
    statements.push(`adopt(${JSON.stringify(kind)}, ${new LiteralWriter(used).write({ key, id }, [])});`);
  }
  return `import { ${[...used].sort().join(", ")} } from "@vedette/code";\n\n${statements.join("\n\n")}\n`;
}

function projectStatement({ project, defaults }: Fields): string {
  const name = JSON.stringify(project);
  if (defaults === undefined) return `project(${name});`;
  return `project(${name}, ${new LiteralWriter(new Set()).write({ defaults }, [])});`;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Longer lists and maps take a line for each value. */
const LINE_LENGTH_MAX = 80;

/** Writes values as literals of JavaScript, and credentials as calls. */
class LiteralWriter {
  readonly #used: Set<string>;

  /** Adds the names of the functions that it calls to `used`. */
  constructor(used: Set<string>) {
    this.#used = used;
  }

  write(value: unknown, path: CodePath, indent = ""): string {
    if (isCredentialPath(path) && isCredential(value)) return this.#credential(value);
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
    const inner = `${indent}  `;
    const parts = Array.isArray(value)
      ? value.map((item: unknown, index) => this.write(item, [...path, index], inner))
      : Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .map(([key, each]) => `${nameText(key)}: ${this.write(each, [...path, key], inner)}`);
    const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    if (parts.length === 0) return `${open}${close}`;
    const line = Array.isArray(value) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
    if (line.length <= LINE_LENGTH_MAX && !line.includes("\n")) return line;
    return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
  }

  #credential(credential: { env: string } | { file: string } | { keep: true }): string {
    const [[name, argument] = ["keep", true]] = Object.entries(credential);
    this.#used.add(name);
    if (name === "keep") return "keep()";
    // The paths of a document are relative to its folder, and those of `file()` to the file, which lies in it.
    return `${name}(${JSON.stringify(name === "file" ? `./${argument}` : argument)})`;
  }
}

function nameText(key: string): string {
  // `__proto__: …` would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

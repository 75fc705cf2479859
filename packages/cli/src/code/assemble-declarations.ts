import { placeText } from "@vedette/code-files/merge-files.ts";
import type { FileFault, Position } from "@vedette/code-files/positions.ts";
import type { CodePath } from "@vedette/contract/code/code-resources.ts";

/** One call of a function of `@vedette/code`; the value as JSON. */
export type Declared = { path: readonly string[]; json: string; position: Position };

type Fields = Record<string, unknown>;

/** Builds the document of what TypeScript files declare. A key that is declared twice is a fault. */
export function assembleDeclarations(declarations: readonly Declared[]): {
  value: Fields;
  positions: readonly { path: CodePath; position: Position }[];
  faults: readonly FileFault[];
} {
  const assembly = new Assembly();
  for (const declared of declarations) assembly.add(declared);
  return assembly;
}

const LISTS: ReadonlySet<string> = new Set(["moved", "imports"]);

class Assembly {
  readonly value: Fields = {};
  readonly positions: { path: CodePath; position: Position }[] = [];
  readonly faults: FileFault[] = [];
  readonly #first = new Map<string, Position>();

  add({ path, json, position }: Declared): void {
    const [section = "", key] = path;
    const value: unknown = JSON.parse(json);
    if (LISTS.has(section)) this.#append(section, value, position);
    else if (key === undefined) this.#set(this.value, { path, value, position });
    else this.#set(this.#section(section), { path, value, position });
  }

  #append(section: string, value: unknown, position: Position): void {
    const own = this.value[section];
    const list: unknown[] = Array.isArray(own) ? own : [];
    this.value[section] = list;
    this.positions.push({ path: [section, list.length], position });
    list.push(value);
  }

  #section(name: string): Fields {
    const own = this.value[name];
    // Any text may be a key.
    const fields: Fields = typeof own === "object" && own !== null ? (own as Fields) : Object.create(null);
    this.value[name] = fields;
    return fields;
  }

  #set(
    fields: Fields,
    { path, value, position }: { path: readonly string[]; value: unknown; position: Position },
  ): void {
    const name = path.at(-1) ?? "";
    const first = this.#first.get(JSON.stringify(path));
    if (!first) {
      fields[name] = value;
      this.#first.set(JSON.stringify(path), position);
      this.positions.push({ path, position });
    } else if (path.length > 1 || fields[name] !== value) {
      const place = placeText(first);
      this.faults.push({
        position,
        message: `${path.join(".")} is defined twice: it is defined in ${place} too`,
      });
    }
  }
}

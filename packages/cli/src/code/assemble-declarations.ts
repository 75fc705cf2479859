import { placeText } from "@vedette/code-files/merge-files.ts";
import type { DocumentPath, FileFault, Position } from "@vedette/code-files/positions.ts";

/** One call of a function of `@vedette/code`; the value as JSON. */
export type Declared = { path: string[]; json: string; position: Position };

type Fields = Record<string, unknown>;

/** Builds the document of what TypeScript files declare. A key that is declared twice is a fault. */
export function assembleDeclarations(declarations: readonly Declared[]): {
  value: Fields;
  positions: { path: DocumentPath; position: Position }[];
  faults: FileFault[];
} {
  const value: Fields = {};
  const first = new Map<string, Position>();
  const positions: { path: DocumentPath; position: Position }[] = [];
  const faults: FileFault[] = [];
  for (const { path, json, position } of declarations) {
    const [section = "", key] = path;
    const parsed: unknown = JSON.parse(json);
    if (LISTS.has(section)) {
      const list = (value[section] ??= []) as unknown[];
      positions.push({ path: [section, list.length], position });
      list.push(parsed);
      continue;
    }
    const into = key === undefined ? value : ((value[section] ??= Object.create(null)) as Fields);
    const name = key ?? section;
    const earlier = first.get(JSON.stringify(path));
    if (earlier && (key !== undefined || into[name] !== parsed)) {
      faults.push({
        position,
        message: `${path.join(".")} is defined twice: it is defined in ${placeText(earlier)} too`,
      });
      continue;
    }
    into[name] = parsed;
    if (earlier) continue;
    first.set(JSON.stringify(path), position);
    positions.push({ path, position });
  }
  return { value, positions, faults };
}

const LISTS: ReadonlySet<string> = new Set(["moved", "imports"]);

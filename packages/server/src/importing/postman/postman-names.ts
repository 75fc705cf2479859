import { toVariableName } from "../import-variables.ts";

/** Postman's names of variables may hold nearly anything: each gets one that ours may have. */
export type PostmanNames = {
  nameOf(original: string): string;
  /** The text with its references under our names. */
  rewrite(text: string): string;
};

/** Postman's dynamic variables that have a counterpart. */
const BUILT_IN: Readonly<Record<string, string>> = {
  $guid: "$uuid",
  $randomUUID: "$uuid",
  $timestamp: "$timestamp",
  $isoTimestamp: "$isoTimestamp",
  $randomInt: "$randomInt",
};

export function createPostmanNames(onUnknownBuiltIn: (name: string) => void): PostmanNames {
  const names = new Map<string, string>();
  const taken = new Set<string>();

  function nameOf(original: string): string {
    const known = names.get(original);
    if (known !== undefined) return known;
    const wanted = toVariableName(original);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted.slice(0, 58)}_${number}`;
    taken.add(name);
    names.set(original, name);
    return name;
  }

  return {
    nameOf,
    rewrite: (text) =>
      text.replaceAll(/\{\{([^{}]{1,200})\}\}/g, (whole, inner: string) => {
        const original = inner.trim();
        if (!original.startsWith("$")) return original === "" ? whole : `{{${nameOf(original)}}}`;
        const builtIn = Object.hasOwn(BUILT_IN, original) ? BUILT_IN[original] : undefined;
        if (builtIn === undefined) onUnknownBuiltIn(original);
        return `{{${builtIn ?? nameOf(original)}}}`;
      }),
  };
}

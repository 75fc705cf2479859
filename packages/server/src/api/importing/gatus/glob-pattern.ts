/** The patterns of `pat(…)`: `*`, `?` and classes such as `[0-9]`. Slashes are ignored on both sides. */

const SPECIAL = /[.*+?^${}()|[\]\\/-]/g;

type TextTest = { operator: "equals" | "contains" | "starts_with" | "ends_with" | "matches"; value: string };

/** Returns the assertion that a pattern is; null if it matches any text. */
export function globTest(glob: string): TextTest | null {
  const inner = glob.replaceAll(/^\*+|\*+$/g, "");
  if (glob !== "" && inner === "") return null;
  if (/[*?[\\]/.test(inner)) return { operator: "matches", value: `^${globRegex(glob, ".")}$` };
  const startsOpen = glob.startsWith("*");
  const endsOpen = glob.endsWith("*");
  if (startsOpen && endsOpen) return { operator: "contains", value: inner };
  if (endsOpen) return { operator: "starts_with", value: inner };
  return startsOpen ? { operator: "ends_with", value: inner } : { operator: "equals", value: inner };
}

/** Returns the pattern in RE2 syntax, without anchors; `any` matches one character. */
export function globRegex(glob: string, any: string): string {
  const parts = glob.match(/\\[\s\S]|\[\^?[^\]]+\]|[\s\S]/g) ?? [];
  return parts
    .map((part) => {
      if (part === "*") return `${any}*`;
      if (part === "?") return any;
      if (part.length > 1 && part.startsWith("[")) return part;
      return escapeRegex(part.length > 1 ? part.slice(1) : part);
    })
    .join("");
}

export function escapeRegex(text: string): string {
  return text.replaceAll(SPECIAL, (character) => `\\${character}`);
}

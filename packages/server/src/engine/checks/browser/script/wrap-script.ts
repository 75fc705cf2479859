/** The file name in messages to the author. */
export const SCRIPT_NAME = "script.ts";
/** The file name that Playwright expects. */
export const SCRIPT_FILE = "script.spec.ts";

/**
 * Returns a Playwright Test file unchanged, or wraps statements as the body of one test. Line numbers stay
 * the same, so messages refer to the author's lines.
 */
export function wrapScript(script: string, baseUrl: string | null): string {
  const source = withOrigin(script, baseUrl);
  if (isTestFile(script)) return source;
  return `import { test, expect } from "@playwright/test"; test("script", async ({ page, context, request }) => { ${source}\n});\n`;
}

/** An import at the start of a line or a `require` of Playwright; statements of a test have neither. */
function isTestFile(script: string): boolean {
  return (
    /^[ \t]*(?:import[\s{*"']|export\s)/m.test(script) ||
    /require\(\s*["'](?:@playwright|playwright)\//.test(script)
  );
}

/** Replaces the origin of the first URL that a script opens, everywhere it occurs. */
function withOrigin(script: string, baseUrl: string | null): string {
  const first = /\.goto\(\s*["'`](https?:\/\/[^\s"'`/?#]+)/i.exec(script)?.[1];
  if (baseUrl === null || first === undefined) return script;
  const literal = first.replaceAll(/[^\w/]/g, "\\$&");
  const whole = new RegExp(`${literal}(?![\\w.:-])`, "g");
  return script.replaceAll(whole, new URL(baseUrl).origin);
}

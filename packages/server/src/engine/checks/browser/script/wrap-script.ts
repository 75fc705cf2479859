/** The name that people see in messages for their own text. */
export const SCRIPT_NAME = "script.ts";
/** As Playwright finds it. */
export const SCRIPT_FILE = "script.spec.ts";

/**
 * A file of Playwright Test as it is, or statements as the body of one test. Either way the lines keep their
 * numbers, so that a message names the line that its author sees.
 */
export function wrapScript(script: string, baseUrl: string | null): string {
  const source = withOrigin(script, baseUrl);
  if (isTestFile(script)) return source;
  return `import { test, expect } from "@playwright/test"; test("script", async ({ page, context, request }) => { ${source}\n});\n`;
}

/** An import at the start of a line, or Playwright required: statements of a test have neither. */
function isTestFile(script: string): boolean {
  return (
    /^[ \t]*(?:import[\s{*"']|export\s)/m.test(script) ||
    /require\(\s*["'](?:@playwright|playwright)\//.test(script)
  );
}

/** The origin of the first address that a script opens, replaced wherever it stands. */
function withOrigin(script: string, baseUrl: string | null): string {
  const first = /\.goto\(\s*["'`](https?:\/\/[^\s"'`/?#]+)/i.exec(script)?.[1];
  if (baseUrl === null || first === undefined) return script;
  const literal = first.replaceAll(/[^\w/]/g, "\\$&");
  const whole = new RegExp(`${literal}(?![\\w.:-])`, "g");
  return script.replaceAll(whole, new URL(baseUrl).origin);
}

import { stripVTControlCharacters } from "node:util";
import { missingModuleText } from "@vedette/contract/journeys/script-modules.ts";
import type { RunErrorCode } from "@vedette/contract/runs/run-errors.ts";
import type { ScriptError } from "./script-events.ts";
import { SCRIPT_FILE, SCRIPT_NAME } from "./wrap-script.ts";

/** Maximum length of the displayed message; the trace contains the rest. */
const MESSAGE_LENGTH_MAX = 2_000;
const CALL_LOG_LINES_MAX = 6;

/**
 * Describes an error of Playwright or of the script, with the line of the script and without internal paths.
 */
export function describeScriptError(error: ScriptError): { code: RunErrorCode; message: string } {
  const said = withoutPaths(stripVTControlCharacters(error.message)).trim();
  const line = lineOf(error);
  const known = KNOWN.find(({ pattern }) => pattern.test(said));
  const words = known ? known.say(pattern(known.pattern, said)) : shortened(said);
  const message = line === null || /^Line \d/.test(words) ? words : `Line ${line}: ${words}`;
  return { code: known?.code ?? "SCRIPT_FAILED", message: message.slice(0, MESSAGE_LENGTH_MAX) };
}

type Known = { pattern: RegExp; code: RunErrorCode; say(found: readonly string[]): string };

const KNOWN: readonly Known[] = [
  {
    pattern: /Cannot find (?:module|package) '([^']+)'/,
    code: "SCRIPT_FAILED",
    say: ([, name = ""]) => missingModuleText(name),
  },
  {
    pattern: /^(?:Error: )?No tests found/,
    code: "SCRIPT_FAILED",
    say: () => "the script has no test: write test(…), or only the statements of one",
  },
  {
    pattern: /^Test timeout of (\d+)ms exceeded/,
    code: "TIMEOUT",
    say: ([, ms]) => `the script did not end within ${Number(ms) / 1_000} s`,
  },
  {
    pattern: /^Timed out waiting [\d.]+s for the .* to run/,
    code: "TIMEOUT",
    say: () => "the script did not end before its run timed out",
  },
  {
    pattern: /^(?:Error: )?(?:[\w.]+: )?(?:Target crashed|Page crashed|.*browser has been closed)/,
    code: "BROWSER_CRASHED",
    say: ([found]) => `the browser ended unexpectedly: ${found?.replace(/^Error: /, "")}`,
  },
];

function pattern(expression: RegExp, text: string): readonly string[] {
  return expression.exec(text) ?? [];
}

function lineOf({ file, line, message }: ScriptError): number | null {
  if (file !== null && line !== null && file.endsWith(`/${SCRIPT_FILE}`)) return line;
  // A syntax error has its location only in its message.
  const place = /\((\d+):\d+\)/.exec(message.split("\n")[0] ?? "");
  return /SyntaxError/.test(message) && place ? Number(place[1]) : null;
}

function withoutPaths(text: string): string {
  return text.replaceAll(/\/\S*\/journey\/script\.spec\.ts/g, SCRIPT_NAME);
}

/** Removes the kind of error, the code frame, and all but the beginning of the call log. */
function shortened(text: string): string {
  const [head = "", log] = text.replace(/^(?:Error|TimeoutError): /, "").split(/\n\s*Call log:\s*\n/);
  const words = head.split(/\n\s*\n?\s*>?\s*\d+ \|/)[0] ?? "";
  if (log === undefined) return words.trim();
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  return `${words.trim()}\n${lines.slice(0, CALL_LOG_LINES_MAX).join("\n")}`;
}

import { type Outcome, titleOf } from "../outcome.ts";
import type { Reporter } from "./reporter.ts";

/** JUnit XML: a test case for each outcome. */
export const junitReporter: Reporter = {
  line: () => null,
  end({ outcomes, durationMs }) {
    const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length;
    const numbers = attributes({
      tests: outcomes.length,
      failures: count(({ status }) => status === "failed"),
      errors: count(isError),
      skipped: count(({ status }) => status === "skipped"),
      time: (durationMs / 1_000).toFixed(3),
    });
    const cases = outcomes.map(testCase).join("\n");
    return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="vedette"${numbers}>
  <testsuite name="vedette"${numbers}>
${cases}
  </testsuite>
</testsuites>`;
  },
};

function isError({ status }: Outcome): boolean {
  return status !== "passed" && status !== "failed" && status !== "skipped";
}

function testCase(outcome: Outcome): string {
  const { target, duration_ms: ms, url } = outcome;
  const open = `    <testcase${attributes({
    name: titleOf(outcome),
    classname: target.kind,
    time: ((ms ?? 0) / 1_000).toFixed(3),
  })}>`;
  const page = url === null ? "" : `<system-out>${escapeXml(url)}</system-out>`;
  return `${open}${detail(outcome)}${page}</testcase>`;
}

function detail(outcome: Outcome): string {
  const { status, message } = outcome;
  if (status === "passed") return "";
  const text = attributes({ message: message ?? status, ...(status !== "skipped" && { type: status }) });
  return `<${status === "skipped" ? "skipped" : status === "failed" ? "failure" : "error"}${text}/>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
}

/** Characters that XML 1.0 does not allow, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would replace these in an attribute by spaces.
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, "\ufffd")
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character);
}

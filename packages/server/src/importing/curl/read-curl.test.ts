import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importApiMonitors } from "../import-api-monitors.ts";
import { splitCmd } from "./cmd-words.ts";
import { splitBash } from "./shell-words.ts";

function imported(content: string) {
  const result = importApiMonitors({ content, format: "curl", name: undefined });
  return { ...result, steps: result.api_monitors.flatMap(({ steps }) => steps) };
}

const words = fc.array(
  fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/\0/g, "").toWellFormed()),
  {
    minLength: 1,
    maxLength: 5,
  },
);

/** How each writer quotes a word. Source: the "Copy as cURL" of Chromium and Firefox, and POSIX. */
const QUOTED: Record<string, (text: string) => string> = {
  "by single quotes": (text) => `'${text.replaceAll("'", "'\\''")}'`,
  "by double quotes": (text) => `"${text.replaceAll(/[$`"\\]/g, "\\$&")}"`,
  "by $'…'": (text) =>
    `$'${[...text].map((char) => (/[A-Za-z0-9 ]/.test(char) ? char : `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)).join("")}'`,
  "by backslashes": (text) => text.replaceAll(/[^\n]/gu, "\\$&").replaceAll("\n", "'\n'") || "''",
};

describe("words", () => {
  test.each(Object.entries(QUOTED))("quoted %s are read as bash reads them", (_way, quote) => {
    fc.assert(
      fc.property(words, (given) => {
        const commands = splitBash(`curl ${given.map(quote).join(" \\\n  ")}`);
        expect(commands.map((command) => command.words)).toEqual([["curl", ...given]]);
      }),
    );
  });

  test("quoted for cmd.exe are read as Windows reads them", () => {
    const quote = (text: string) => {
      const escaped = text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1");
      return `^"${escaped.replaceAll(/[^A-Za-z0-9 \n]/g, "^$&").replaceAll("\n", "^\n\n")}^"`;
    };
    const given = words.map((list) => list.map((text) => text.replaceAll(/[\r\uD800-\uDFFF]/g, "")));
    fc.assert(
      fc.property(given, (list) => {
        const commands = splitCmd(`curl ${list.map(quote).join(" ^\n  ")}`);
        expect(commands.map((command) => command.words)).toEqual([["curl", ...list]]);
      }),
    );
  });
});

describe("a command line", () => {
  test("of Chromium keeps its query, body and headers, and takes credentials out", () => {
    const { steps } = imported(
      "curl 'https://a.test/x?b=1&c=%C3%A9#top' -H 'accept: */*' -H 'content-type: application/json' -H 'authorization: Bearer abc.def' --data-raw $'{\"n\":\"it\\'s\"}'",
    );
    expect(steps[0]).toMatchObject({
      method: "POST",
      url: "https://a.test/x",
      query: { b: "1", c: "é" },
      headers: { accept: "*/*", "content-type": "application/json" },
      body: { n: "it's" },
      auth: { type: "bearer", token: "{{TOKEN}}" },
    });
  });

  test.each([
    ["curl a.test", { method: "GET", url: "http://a.test", follow_redirects: false, verify_tls: true }],
    ["curl -kLI https://a.test", { method: "HEAD", follow_redirects: true, verify_tls: false }],
    ["curl -XPUT -d a=1 -d b=2 https://a.test", { method: "PUT", body: "a=1&b=2" }],
    [
      "curl -G -d a=1 --data-urlencode 'b=c d' https://a.test?z=0",
      { method: "GET", query: { z: "0", a: "1", b: "c d" } },
    ],
    ["curl --json '{\"a\":1}' https://a.test", { body: { a: 1 }, headers: { Accept: "application/json" } }],
    ["curl --json '{\"a\":1.0}' https://a.test", { body: '{"a":1.0}' }],
    [
      "curl -A me -e https://b.test https://a.test",
      { headers: { "User-Agent": "me", Referer: "https://b.test" } },
    ],
    ["curl -m 900 https://a.test", { timeout: 300 }],
    ["curl 'https://a.test/?a=1&a=2'", { url: "https://a.test/?a=1&a=2", query: {} }],
    [
      'curl -H "Authorization: Bearer $API_TOKEN" https://a.test',
      { auth: { type: "bearer", token: "{{API_TOKEN}}" } },
    ],
  ])("%s is carried over", (content, step) => {
    expect(imported(content).steps[0]).toMatchObject(step);
  });

  test("becomes a step for each URL and each part after --next", () => {
    const { steps } = imported("curl https://a.test/1 https://a.test/2 --next -d x https://a.test/3");
    expect(steps.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET https://a.test/1",
      "GET https://a.test/2",
      "POST https://a.test/3",
    ]);
  });

  test.each([
    ["curl https://a.test -x http://proxy.test", "Option -x"],
    ["curl https://a.test --no-such-thing", "Option --no-such-thing"],
    ["curl https://a.test -d @secret.json", "The file that option -d names"],
    ["curl https://a.test -F f=@a.png", "The file that option -F names"],
    ["curl https://a.test > out.json", "A redirection to or from a file"],
    ["curl https://a.test | jq .id", "A command other than curl"],
    ["TOKEN=abcdef curl https://a.test", "A variable of the shell"],
    ['curl https://a.test -H "X-Time: $(date)"', "A command inside of the command line"],
    ["curl 'https://a.test/[1-3]'", "A pattern in the URL"],
    ["curl https://a.test -X GET -d x", "The body"],
    ["curl https://a.test 'ftp://b.test", "A text in quotes"],
  ])("%s lists what cannot be carried over", (content, what) => {
    expect(imported(content).not_imported.map((note) => note.what)).toContain(what);
  });
});

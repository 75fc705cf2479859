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

/** How each tool quotes a word. Source: the "Copy as cURL" of Chromium and Firefox, and POSIX. */
const QUOTED: Record<string, (text: string) => string> = {
  "by single quotes": (text) => `'${text.replaceAll("'", "'\\''")}'`,
  "by double quotes": (text) => `"${text.replaceAll(/[$`"\\]/g, "\\$&")}"`,
  "by $'…'": (text) =>
    `$'${[...text].map((char) => (/[A-Za-z0-9 ]/.test(char) ? char : `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)).join("")}'`,
  "by backslashes": (text) => text.replaceAll(/[^\n]/gu, "\\$&").replaceAll("\n", "'\n'") || "''",
};

describe("words", () => {
  test.each(Object.entries(QUOTED))("quoted %s are parsed as in bash", (_way, quote) => {
    fc.assert(
      fc.property(words, (given) => {
        const commands = splitBash(`curl ${given.map(quote).join(" \\\n  ")}`);
        expect(commands.map((command) => command.words)).toEqual([["curl", ...given]]);
      }),
    );
  });

  test("quoted for cmd.exe are parsed as in Windows", () => {
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
  test("of Chromium keeps its query, body and headers, without credentials", () => {
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
  ])("%s is imported", (content, step) => {
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
    ["curl 'https://a.test/[1-99]'", "A pattern in the URL"],
    ["curl https://a.test/users/{id}", "{id} in the URL"],
    ["curl --digest -u me:hidden https://a.test", "Option --digest"],
    ["curl --digest https://me:hidden@a.test", "Option --digest"],
    ["curl --url-query x@file https://a.test", "The file that option --url-query names"],
    ["curl -X TRACE https://a.test --next https://a.test", "Method TRACE"],
    ["curl https://a.test 'ftp://b.test", "A text in quotes"],
  ])("%s lists what cannot be imported", (content, what) => {
    expect(imported(content).not_imported.map((note) => note.what)).toContain(what);
  });

  test.each([
    ["curl 'https://a.test/{a,b}/[1-2]'", ["/a/1", "/a/2", "/b/1", "/b/2"]],
    [
      "curl 'https://a.test/[08-10]?x=[a-e:2]'",
      ["/08?x=a", "/08?x=c", "/08?x=e", "/09?x=a", "/09?x=c", "/09?x=e", "/10?x=a", "/10?x=c", "/10?x=e"],
    ],
    ["curl https://a.test/users/{id}", ["/users/id"]],
    ["curl -g 'https://a.test/{a,b}'", ["/{a,b}"]],
    ['curl "https://a.test/$USER/{a,b}"', ["/{{USER}}/a", "/{{USER}}/b"]],
    ["curl 'https://a.test/?fields=a,b&q=x%20y'", ["/?fields=a,b&q=x%20y"]],
  ])("%s requests the same URLs as curl", (content, expected) => {
    const asked = imported(content).steps.map(({ url, query }) => {
      const added = new URLSearchParams(query).toString();
      return `${url.replace("https://a.test", "")}${added === "" ? "" : `?${added}`}`;
    });
    expect(asked).toEqual(expected);
  });

  test.each(["--digest -u me:pw", "--ntlm -u me:pw", "--anyauth -u me:pw", "--aws-sigv4 aws:amz -u id:pw"])(
    "%s never becomes basic authentication",
    (options) => {
      expect(imported(`curl ${options} https://a.test`).steps[0]).toMatchObject({ auth: null });
    },
  );

  test("credentials in the address do not become basic authentication with --digest", () => {
    expect(imported("curl --digest https://me:pw@a.test/x").steps[0]).toMatchObject({
      url: "https://a.test/x",
      auth: null,
    });
  });

  test("--url-query with a file stays GET, and --range is a header", () => {
    expect(imported("curl --url-query x@file https://a.test").steps[0]?.method).toBe("GET");
    expect(imported("curl -r 0-99 https://a.test").steps[0]?.headers).toEqual({ Range: "bytes=0-99" });
  });

  test("a body with GET is kept", () => {
    const content = "curl -X GET https://a.test/_search --json '{\"query\":{}}'";
    expect(imported(content).steps[0]).toMatchObject({ method: "GET", body: { query: {} } });
  });

  test("a cookie keeps its name", () => {
    expect(imported("curl -b token=abc123 https://a.test").steps[0]?.headers).toEqual({
      Cookie: "token={{TOKEN}}",
    });
  });

  test.each([
    ["quoted", 'curl https://a.test --json @- <<\'EOF\'\n{"a": "$B"}\nEOF', { a: "$B" }],
    ["with variables", 'curl https://a.test --json @- <<EOF\n{"a": "$B"}\nEOF', { a: "{{B}}" }],
    ["without its tabs", 'curl https://a.test --json @- <<-EOF\n\t{"a":\n\t1}\n\tEOF\n', { a: 1 }],
    ["before the address", 'curl --json @- <<EOF https://a.test\n{"a": 1}\nEOF', { a: 1 }],
    ["of cat", 'cat <<EOF | curl https://a.test --json @-\n{"a": 1}\nEOF', { a: 1 }],
    ["in $(cat)", 'curl https://a.test --json "$(cat <<EOF\n{"a": "$B"}\nEOF\n)"', { a: "{{B}}" }],
    ["as one word", "curl https://a.test --json @- <<< '{\"a\": 1}'", { a: 1 }],
    ["of echo", "echo '{\"a\": 1}' | curl https://a.test --json @-", { a: 1 }],
  ])("a here-document %s is the body", (_kind, content, body) => {
    const { steps, not_imported } = imported(content);
    expect({ bodies: steps.map((step) => step.body), not_imported }).toEqual({
      bodies: [body],
      not_imported: [],
    });
  });

  test("text after a here-document is parsed", () => {
    const { steps } = imported("curl https://a.test/1 -d @- <<EOF\nx=1\nEOF\ncurl https://a.test/2");
    expect(steps.map(({ url, body }) => [url, body])).toEqual([
      ["https://a.test/1", "x=1"],
      ["https://a.test/2", null],
    ]);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importList } from "./import-list.ts";

function read(text: string | Buffer) {
  return importList([{ path: "list.txt", bytes: Buffer.from(text) }]);
}

function monitorsOf(text: string) {
  return Object.values(read(text).document.monitors ?? {});
}

describe("a pasted list", () => {
  const { document, report } = read(readFileSync(join(import.meta.dirname, "fixtures", "list.txt")));
  const monitors = Object.values(document.monitors ?? {});

  test("has a monitor for each address, with or without marks around it", () => {
    expect(monitors).toHaveLength(26);
    expect(monitors.filter(({ type }) => type === "url").map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        "https://www.acme.example",
        "https://acme.example",
        "https://docs.acme.example",
        "https://blog.acme.example",
        "https://a.acme.example",
        "https://c.acme.example",
        "https://bücher.example/straße",
        "https://wiki.acme.example",
        "https://quoted.acme.example",
      ]),
    );
    expect(monitors.filter(({ type }) => type === "tcp").map(({ host, port }) => `${host} ${port}`)).toEqual([
      "db.acme.example 5432",
      "mail.acme.example 25",
      "192.0.2.10 22",
      "2001:db8::1 443",
    ]);
    expect(monitors.filter(({ type }) => type === "ping").map(({ host }) => host)).toEqual([
      "gw.acme.example",
      "192.0.2.1",
      "192.0.2.10",
      "2001:db8::2",
    ]);
  });

  test("names each line that makes nothing, with its number and the reason", () => {
    expect(report.not_made.map(({ key, reasons }) => [key, ...reasons])).toEqual([
      ["line 6", "Line 2 has the same address."],
      ["line 25", "Line 2 has the same address."],
      ["line 26", "Line 2 has the same address."],
      ["line 30", "It is no URL, no host with a port, no IP address and no domain."],
      ["line 31", "Addresses of 'ftp:' have no counterpart."],
      ["line 32", "Addresses of 'javascript:' have no counterpart."],
    ]);
    expect(report.made_with_differences.map(({ name }) => name)).toEqual(["acme.example"]);
  });
});

test("a name and tags may follow the address, or come before it", () => {
  const expected = { name: "Shop", tags: ["prod", "eu"], url: "https://shop.example" };
  expect(monitorsOf("https://shop.example, Shop, #prod #eu")).toMatchObject([expected]);
  expect(monitorsOf("Shop; https://shop.example; #prod; #eu")).toMatchObject([expected]);
  expect(monitorsOf("tcp:db.example:5432, Database, #prod")).toMatchObject([
    { name: "Database", port: 5432 },
  ]);
});

test("user and password become a secret variable", () => {
  const { document, credentials, report } = read(
    "https://ada:s3cret%21@shop.example/a\nftp://ada:s3cret%21@shop.example",
  );
  expect(Object.values(document.monitors ?? {})).toMatchObject([
    {
      url: "https://shop.example/a",
      auth: { type: "basic", username: "ada", password: expect.stringMatching(/^{{.*}}$/) },
    },
  ]);
  expect(Object.values(credentials)).toEqual(["s3cret!"]);
  expect(JSON.stringify({ document, report })).not.toContain("s3cret");
});

test.each(["ping:a b", "tcp:host", "tcp:host:99999", "https://", "https://:80", "dns:a b", "::::"])(
  "%s is named as not made",
  (line) => {
    const { report } = read(line);
    expect(report.made).toEqual([]);
    expect(report.not_made).toHaveLength(1);
  },
);

test("the same list in another order has the same keys", () => {
  const lines = [
    "https://a.example/x?y=1",
    "https://a.example/x/y-1",
    "ping:a.example",
    "https://ü.example",
    "https://ö.example",
  ];
  const keys = (list: string[]) => new Set(Object.keys(read(list.join("\n")).document.monitors ?? {}));
  expect(keys(lines.toReversed())).toEqual(keys(lines));
  expect(keys(lines).size).toBe(5);
});

test("any text is read without an error, and the lists name what the document has", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.webUrl(),
    fc.domain(),
    fc.ipV6(),
    fc.constantFrom(
      "ping:",
      "tcp:a:1",
      "[a](b)",
      "\t,;#",
      "__proto__",
      "dns:x.example, __proto__, #constructor",
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const { document, report } = read(lines.join("\n"));
      const made = [...report.made, ...report.made_with_differences].filter(({ kind }) => kind === "monitor");
      expect(made.map(({ key }) => key).toSorted()).toEqual(Object.keys(document.monitors ?? {}).toSorted());
    }),
    { numRuns: 200 },
  );
});

test("a list with too many lines is refused", () => {
  expect(() => read("a.example\n".repeat(5_001))).toThrow(
    expect.objectContaining({ details: [{ path: "file", message: "has more than 5000 lines" }] }),
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CODE_ERRORS_MAX, toPointer } from "./code-resources.ts";
import { readDocument } from "./read-document.ts";

const head = { version: 1, project: "shop" };
const url = { type: "url", url: "https://shop.example" };

const errorsOf = (data: unknown) =>
  readDocument(data).errors.map(({ path, message }) => `${toPointer(path)} ${message}`);

describe("readDocument", () => {
  test("reads resources with defaults, durations, short forms and names", () => {
    const { errors, resources } = readDocument({
      ...head,
      defaults: { monitor: { interval: "5m", tags: ["all"] } },
      variables: { BASE: "https://shop.example" },
      secrets: { TOKEN: { env: "TOKEN" } },
      groups: { shop: {} },
      channels: { ops: { type: "slack", config: { webhook_url: { env: "SLACK" } } } },
      monitors: { home: { ...url, group: "shop", tags: ["own"] } },
      heartbeats: { backup: { grace_seconds: "1h", parents: ["home"] } },
      rules: {
        down: {
          type: "consecutive_failures",
          params: { threshold: 3 },
          on: { targets: ["home"] },
          channels: ["ops"],
        },
      },
      status_pages: {
        shop: { groups: [{ name: "Web" }], components: [{ name: "Home", group: "Web", targets: ["home"] }] },
      },
      maintenance_windows: {
        nightly: { duration_seconds: "2h", show_on: ["shop"], selector: { groups: ["shop"] } },
      },
    });
    expect(errors).toEqual([]);
    const fieldsOf = (name: string) => resources.find(({ key, kind }) => `${kind} ${key}` === name)?.fields;
    expect(fieldsOf("monitor home")).toMatchObject({ name: "home", interval: 300, tags: ["own"] });
    expect(fieldsOf("heartbeat backup")).toMatchObject({ grace_seconds: 3_600 });
    expect(fieldsOf("rule down")).toMatchObject({ selector: { targets: ["home"] } });
    expect(fieldsOf("status_page shop")).toMatchObject({ title: "shop", slug: "shop" });
    expect(fieldsOf("variable TOKEN")).toEqual({ name: "TOKEN", type: "secret", value: { env: "TOKEN" } });
  });

  test("reports faults of every kind at once, each at its place", () => {
    const errors = errorsOf({
      ...head,
      colour: 1,
      defaults: { monitor: { timeout: 0 } },
      monitors: {
        home: { ...url, parents: ["hoem"], intervall: 1 },
        api: { ...url, method: "GET", body: "x", retries: 1, interval: 0.1 },
        "two/keys": { type: "tcp" },
        bad: 1,
      },
      rules: {
        down: { type: "consecutive_failures", params: {}, on: { targets: ["gone"] }, channels: ["ops"] },
      },
      maintenance_windows: { w: { duration_seconds: "soon" } },
    });
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/colour is not a known field/),
        expect.stringMatching(/^\/defaults\/monitor\/timeout must be at least 0.1/),
        expect.stringMatching(
          /^\/monitors\/home\/parents\/0 'hoem' is not the key of a target.*did you mean 'home'/,
        ),
        expect.stringMatching(/^\/monitors\/home\/intervall is not a known field; did you mean 'interval'/),
        expect.stringMatching(/^\/monitors\/api\/interval must be at least 1/),
        expect.stringMatching(/^\/monitors\/two~1keys\/host is required/),
        expect.stringMatching(/^\/monitors\/bad must be an object/),
        expect.stringMatching(/^\/rules\/down\/params\/threshold is required/),
        expect.stringMatching(/^\/rules\/down\/on\/targets\/0 'gone' is not the key/),
        expect.stringMatching(/^\/rules\/down\/channels\/0 'ops' is not the key of a channel/),
        expect.stringMatching(/^\/maintenance_windows\/w\/duration_seconds must be/),
      ]),
    );
    expect(new Set(errors).size).toBe(errors.length);
  });

  test("reports cycles, ambiguous references and keys that are used twice", () => {
    const errors = errorsOf({
      ...head,
      variables: { A: "1" },
      secrets: { A: { keep: true } },
      groups: { a: { parent: "b" }, b: { parent: "a" } },
      monitors: { m: { ...url, parents: ["n"] }, n: { ...url, parents: ["m"] }, x: url },
      heartbeats: { x: {}, y: { parents: ["x"] }, z: { parents: [{ kind: "monitor", key: "x" }] } },
      moved: [{ kind: "monitor", from: "m", to: "gone" }],
    });
    expect(errors).toEqual([
      expect.stringContaining("/heartbeats/y/parents/0 is ambiguous"),
      expect.stringMatching(/^\/groups\/[ab]\/parent contains itself: (a → b → a|b → a → b)$/),
      expect.stringMatching(/^\/monitors\/[mn]\/parents depends on itself: (m → n → m|n → m → n)$/),
      expect.stringContaining("/secrets/A is also in variables"),
      expect.stringContaining("/moved/0/to 'gone' is not in this document"),
      expect.stringContaining("/moved/0/from 'm' is still in this document"),
    ]);
  });

  test("accepts credentials only where the API has credentials", () => {
    const errors = errorsOf({
      ...head,
      monitors: { home: { ...url, name: { env: "NAME" } } },
      channels: {
        hook: {
          type: "webhook",
          config: { url: { env: "URL" }, headers: { "X-Key": { file: "key" } }, extra: 1 },
        },
      },
      status_pages: { page: { access: "password", password: { env: "PASSWORD" } } },
    });
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatch(/^\/monitors\/home\/name must be a string/);
    expect(errors[1]).toMatch(/^\/channels\/hook\/config\/extra is not a known field/);
  });

  test("lists thousands of faults and counts those beyond the maximum", () => {
    const many = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, nr) => [`m${nr}`, { ...url, a: 1, b: 2 }]),
    );
    const { errors } = readDocument({ ...head, monitors: many });
    expect(errors).toHaveLength(CODE_ERRORS_MAX + 1);
    expect(errors.at(-1)).toEqual({ path: [], message: "and 1000 more errors" });
  });

  test("takes any JSON without throwing, and reports what is no document", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(readDocument(data).errors.length).toBeGreaterThan(0);
      }),
    );
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom("monitors", "defaults", "rules", "moved", "status_pages", "secrets"),
        (data, section) => {
          readDocument({ ...head, [section]: data, groups: { g: data } });
        },
      ),
    );
  });
});

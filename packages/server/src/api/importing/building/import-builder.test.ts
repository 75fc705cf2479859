import { expect, test } from "vitest";
import { ImportBuilder } from "./import-builder.ts";
import { ImportCredential } from "./import-credential.ts";

const URL_MONITOR = { type: "url", url: "https://a.example" };
const FAILURE = { type: "consecutive_failures", params: { threshold: 1 } };

test("what refers to a resource that is not made loses the reference, and says so", () => {
  const builder = new ImportBuilder("kuma");
  const webhook = new ImportCredential("ops_webhook_url", "https://hooks.example/s3cret");
  builder.add({
    ...{ kind: "channel", key: "ops", name: "Ops" },
    fields: { type: "slack", config: { webhook_url: webhook } },
  });
  builder.add({
    ...{ kind: "channel", key: "bad", name: "Bad" },
    fields: { type: "email", config: { recipients: ["not an address"] } },
  });
  builder.add({ kind: "group", key: "g", name: "G", fields: { channels: "all" } });
  builder.add({ kind: "monitor", key: "a", name: "A", fields: { ...URL_MONITOR, group: "g" } });
  builder.add({ kind: "monitor", key: "b", name: "B", fields: { type: "url", url: "not a url" } });
  builder.add({
    ...{ kind: "rule", key: "down", name: "Down", reasons: ["Sounds are left out."] },
    fields: { ...FAILURE, on: { targets: ["b", "a"] }, channels: ["bad", "ops"] },
  });
  builder.add({
    ...{ kind: "rule", key: "only-b", name: "Only B" },
    fields: { ...FAILURE, on: { targets: ["b"] }, channels: ["ops"] },
  });
  const { document, report, credentials } = builder.finish();
  expect(document.rules).toMatchObject({ down: { on: { targets: ["a"] }, channels: ["ops"] } });
  expect(document.monitors).toEqual({ a: { name: "A", ...URL_MONITOR } });
  expect(report.not_made.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    "channel bad",
    "group g",
    "monitor b",
    "rule only-b",
  ]);
  expect(report.not_made[2]?.reasons.join()).toContain("The field 'url' must be an absolute URL");
  const lost = "It refers to something that is not made; the reference is left out.";
  expect(report.made_with_differences.map(({ key, reasons }) => [key, ...reasons])).toEqual([
    ["a", lost],
    ["down", "Sounds are left out.", lost],
  ]);
  expect(credentials).toEqual({ "/channels/ops/config/webhook_url": "https://hooks.example/s3cret" });
  expect(JSON.stringify(document)).not.toContain("s3cret");
});

test("equal secrets are one variable, others of the same name are numbered", () => {
  const builder = new ImportBuilder("gatus");
  const names = ["a", "a", "b"].map((value) => builder.values.hide("Shop token", value));
  expect(names).toEqual(["{{SHOP_TOKEN}}", "{{SHOP_TOKEN}}", "{{SHOP_TOKEN_2}}"]);
  builder.values.hide("Unused", "c");
  const headers = { "X-Token": names[1], "X-Other": names[2] };
  builder.add({ kind: "monitor", key: "a", name: "A", fields: { ...URL_MONITOR, headers } });
  expect(builder.finish()).toMatchObject({
    document: { secrets: { SHOP_TOKEN: { env: "SHOP_TOKEN" }, SHOP_TOKEN_2: { env: "SHOP_TOKEN_2" } } },
    credentials: { "/secrets/SHOP_TOKEN": "a", "/secrets/SHOP_TOKEN_2": "b" },
  });
});

test("a key that occurs twice is numbered, and the key __proto__ is another one", () => {
  const builder = new ImportBuilder("list");
  const keys = ["a", "a", "__proto__"].map((name) => {
    const key = builder.reserveKey("monitor", name);
    builder.add({ kind: "monitor", key, name, fields: URL_MONITOR });
    return key;
  });
  expect(keys).toEqual(["a", "a-2", "proto"]);
  expect(Object.keys(builder.finish().document.monitors ?? {})).toEqual(keys);
});

test("optional fields and assertions that are invalid are left out, with the reason", () => {
  const builder = new ImportBuilder("kuma");
  const good = { type: "body", operator: "contains", value: "ok" };
  const assertions = [{ ...good, operator: "none" }, good];
  const fields = { ...URL_MONITOR, interval: 0, tags: ["x".repeat(60)], assertions, description: "" };
  builder.add({ kind: "monitor", key: "a", name: `A\u0000${"😀".repeat(150)}`, fields });
  const { document, report } = builder.finish();
  const name = `A ${"😀".repeat(99)}`;
  expect(document.monitors).toEqual({
    a: { ...URL_MONITOR, name, tags: ["x".repeat(50)], assertions: [good] },
  });
  expect(report.made_with_differences[0]?.reasons).toEqual([
    "Control characters were removed from the name.",
    "The name was cut at 200 characters.",
    expect.stringContaining("was cut at 50 characters."),
    expect.stringMatching(/^Not imported: The field '(interval|assertions)/),
    expect.stringMatching(/^Not imported: The field '(interval|assertions)/),
  ]);
});

import { expect, test } from "vitest";
import { ImportBuilder } from "./import-builder.ts";

const URL_MONITOR = { type: "url", url: "https://a.example" };

test("what refers to a resource that is not made loses the reference, and says so", () => {
  const builder = new ImportBuilder("kuma");
  const path = ["config", "webhook_url"];
  const webhook = builder.credential({
    kind: "channel",
    key: "ops",
    path,
    value: "https://hooks.example/s3cret",
  });
  builder.add(
    { kind: "channel", key: "ops", name: "Ops" },
    { type: "slack", config: { webhook_url: webhook } },
  );
  builder.add(
    { kind: "channel", key: "bad", name: "Bad" },
    { type: "email", config: { recipients: ["nobody"] } },
  );
  builder.add({ kind: "group", key: "g", name: "" }, { name: "x".repeat(201) });
  builder.add({ kind: "monitor", key: "a", name: "A" }, { ...URL_MONITOR, group: "g" });
  builder.add({ kind: "monitor", key: "b", name: "B" }, { type: "url", url: "not a url" });
  builder.add(
    { kind: "rule", key: "down", name: "Down", reasons: ["Sounds are left out."] },
    {
      type: "consecutive_failures",
      params: { threshold: 1 },
      on: { targets: ["b", "a"] },
      channels: ["bad", "ops"],
    },
  );
  builder.add(
    { kind: "rule", key: "only-b", name: "Only B" },
    { type: "consecutive_failures", params: { threshold: 1 }, on: { targets: ["b"] }, channels: ["ops"] },
  );
  const { document, report, credentials } = builder.finish();
  expect(document.rules).toMatchObject({ down: { on: { targets: ["a"] }, channels: ["ops"] } });
  expect(document.monitors).toEqual({ a: URL_MONITOR });
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

test("equal secrets of one name are one variable, and others are numbered", () => {
  const builder = new ImportBuilder("gatus");
  const names = ["a", "a", "b"].map((value) => builder.secret("Shop token", value));
  expect(names).toEqual(["{{SHOP_TOKEN}}", "{{SHOP_TOKEN}}", "{{SHOP_TOKEN_2}}"]);
  expect(builder.finish()).toMatchObject({
    document: { secrets: { SHOP_TOKEN: { env: "SHOP_TOKEN" } } },
    credentials: { "/secrets/SHOP_TOKEN": "a", "/secrets/SHOP_TOKEN_2": "b" },
  });
});

test("a key that occurs twice is numbered, and the key __proto__ is another one", () => {
  const builder = new ImportBuilder("list");
  const keys = ["a", "a", "__proto__"].map((key) =>
    builder.add({ kind: "monitor", key, name: key }, URL_MONITOR),
  );
  expect(keys).toEqual(["a", "a-2", "proto"]);
  expect(Object.keys(builder.finish().document.monitors ?? {})).toEqual(keys);
});

import { expect, test } from "vitest";

type Facts = { name: string; version: string; license: string | undefined };
type Part = Facts & { type: string; "bom-ref": string; purl: string; licenses?: { expression: string }[] };
type Sbom = {
  bomFormat: string;
  serialNumber: string;
  metadata: { timestamp?: string; component: Part };
  components: Part[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

// Plain JavaScript, like the script; the types are declared here.
const MODULE = "./sbom.mjs";
const { sbomOf }: { sbomOf(root: Facts & { platform: string; time?: string }, parts: Facts[]): Sbom } =
  await import(MODULE);

/**
 * What CycloneDX 1.6 requires. Its JSON schema would be one more dependency, of 7 MB; the inventory of a release was validated
 * with it once, see docs/adr/0095-packages.md.
 */

const PACKAGE = { name: "vedette", version: "1.2.3", platform: "linux-x64", license: "MIT" };
const PARTS = [
  { name: "@fastify/busboy", version: "3.2.6", license: "MIT" },
  { name: "pg", version: "8.0.0", license: undefined },
];
/** Source: the schema of CycloneDX 1.6. */
const SERIAL_NUMBER = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KNOWN = [
  "bomFormat",
  "specVersion",
  "serialNumber",
  "version",
  "metadata",
  "components",
  "dependencies",
];

test("the inventory of parts has what CycloneDX requires, and nothing that it does not know", () => {
  const sbom = sbomOf({ ...PACKAGE, time: "1780000000" }, PARTS);
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  expect(sbom.serialNumber).toMatch(SERIAL_NUMBER);
  // Version 8 and the variant of RFC 9562.
  expect(sbom.serialNumber.split("-").map((part) => part[0])).toEqual([
    ...[expect.any(String), expect.any(String)],
    ...["8", expect.stringMatching(/[89ab]/), expect.any(String)],
  ]);
  expect(Object.keys(sbom).filter((name) => !KNOWN.includes(name))).toEqual([]);
  expect(sbom.metadata.timestamp).toBe("2026-05-28T20:26:40.000Z");
  const { component } = sbom.metadata;
  expect(component).toMatchObject({ type: "application", name: "vedette", version: "1.2.3" });
  for (const part of [component, ...sbom.components]) {
    expect(["application", "library"]).toContain(part.type);
    expect([part.name, part.version, part.purl]).not.toContain("");
    for (const entry of part.licenses ?? []) expect(entry).toEqual({ expression: "MIT" });
  }
});

test("each reference in it is unique and names a part", () => {
  const { metadata, components, dependencies } = sbomOf(PACKAGE, PARTS);
  const refs = components.map((part) => part["bom-ref"]);
  expect(refs).toEqual(["pkg:npm/%40fastify/busboy@3.2.6", "pkg:npm/pg@8.0.0"]);
  expect(dependencies).toEqual([{ ref: metadata.component["bom-ref"], dependsOn: refs }]);
});

test("it is the same for the same parts at the same commit, and another one for others", () => {
  const first = sbomOf({ ...PACKAGE, time: "1780000000" }, PARTS);
  expect(sbomOf({ ...PACKAGE, time: "1780000000" }, PARTS)).toEqual(first);
  const others = [
    sbomOf({ ...PACKAGE, time: "1780000000" }, PARTS.slice(1)),
    sbomOf({ ...PACKAGE, time: "1780000000", platform: "linux-arm64" }, PARTS),
    sbomOf(PACKAGE, PARTS),
  ];
  expect(new Set([first, ...others].map((sbom) => sbom.serialNumber)).size).toBe(4);
  expect(others[2]?.metadata).not.toHaveProperty("timestamp");
});

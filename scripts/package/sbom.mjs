// The software bill of materials of a package, in the JSON format of CycloneDX 1.6 (ECMA-424).
import { createHash } from "node:crypto";

/**
 * `packages` are the parts, each version once: those in the bundles, and those beside them. `time` is the number of seconds in
 * SOURCE_DATE_EPOCH, if it is set: the current time would differ with each build of the same commit.
 */
export function sbomOf({ name, version, platform, license, time }, packages) {
  const ref = purlOf(name, version);
  const content = {
    metadata: {
      ...(time && { timestamp: new Date(time * 1_000).toISOString() }),
      component: {
        ...{ type: "application", "bom-ref": ref, name, version, purl: ref, ...licensesOf(license) },
        properties: [{ name: "vedette:platform", value: platform }],
      },
    },
    components: packages.map(component),
    // All of them are in the package; which needs which is not recorded.
    dependencies: [{ ref, dependsOn: packages.map((part) => purlOf(part.name, part.version)) }],
  };
  return {
    ...{ bomFormat: "CycloneDX", specVersion: "1.6" },
    ...{ serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`, version: 1, ...content },
  };
}

function component({ name, version, license }) {
  const purl = purlOf(name, version);
  return { type: "library", "bom-ref": purl, name, version, purl, ...licensesOf(license) };
}

function licensesOf(license) {
  return typeof license === "string" ? { licenses: [{ expression: license }] } : {};
}

/** Source: the package URL specification, type npm, in which the @ of a scope is encoded. */
function purlOf(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** The same for the same content. Source: RFC 9562, version 8, whose other bits are free. */
function uuidOf(text) {
  const hash = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(18, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

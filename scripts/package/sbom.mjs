// The software bill of materials of a package, in the JSON format of CycloneDX 1.6 (ECMA-424).

/** `packages` are the parts, each version once: those in the bundles, and those beside them. */
export function sbomOf({ name, version }, packages) {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version, purl: purlOf(name, version) } },
    components: packages.map(component),
  };
}

function component({ name, version, license }) {
  const purl = purlOf(name, version);
  return {
    ...{ type: "library", "bom-ref": purl, name, version, purl },
    ...(typeof license === "string" && { licenses: [{ expression: license }] }),
  };
}

/** Source: the package URL specification, type npm, in which the @ of a scope is encoded. */
function purlOf(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

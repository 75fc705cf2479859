import type { ImportBuilder } from "../building/import-builder.ts";
import { listOf, textOf } from "../document-value.ts";
import { type BlackboxFiles, matchingPaths } from "./read-files.ts";

const READ_SETTINGS = new Set(["scrape_configs", "rule_files", "global"]);
const READ_GLOBALS = new Set(["scrape_interval", "scrape_timeout"]);

/** Reports modules, files and settings that nothing is made of. `used` are the modules that jobs probe with. */
export function reportUnused(files: BlackboxFiles, used: ReadonlySet<string>, builder: ImportBuilder): void {
  const report = (kind: string, key: string, reason: string, name = key) =>
    builder.notMade({ kind, key, name, reasons: [reason] });
  const unused = [...files.modules.keys()].filter((name) => !used.has(name));
  for (const name of unused) report("module", name, "No job probes a target with it.");
  for (const { path, config } of files.prometheus) {
    for (const pattern of listOf(config.rule_files).flatMap((each) => textOf(each) ?? [])) {
      if (matchingPaths(pattern, path, files.rules.keys()).length === 0)
        report("rule_file", pattern, "No uploaded file has this path.");
    }
    const settings = Object.keys(config).filter((name) => !READ_SETTINGS.has(name));
    for (const name of settings) report("setting", name, "It is a setting of Prometheus.");
    for (const name of Object.keys(config.global ?? {}))
      if (!READ_GLOBALS.has(name))
        report("setting", `global.${name}`, "It is a setting of Prometheus.", name);
  }
  for (const path of files.ignored) report("file", path, "It has no modules, jobs, targets or alert rules.");
}

import { ImportBuilder } from "../building/import-builder.ts";
import { readDuration } from "../building/read-duration.ts";
import { withoutCredentials } from "../building/url-credentials.ts";
import { type DocumentObject, textOf } from "../document-value.ts";
import type { ImportedFile } from "../imported-file.ts";
import { addBlackboxRules } from "./blackbox-rules.ts";
import { probeMonitor } from "./probe-monitor.ts";
import { listProbeTargets, type ProbeTarget } from "./probe-targets.ts";
import { type BlackboxFile, type BlackboxFiles, readBlackboxFiles } from "./read-files.ts";
import { reportUnused } from "./report-unused.ts";

/** The defaults of Prometheus. */
const INTERVAL_SECONDS_DEFAULT = 60;
const TIMEOUT_SECONDS_DEFAULT = 10;

/**
 * Imports modules of Blackbox exporter with the jobs of Prometheus that probe targets with them, files of targets, and
 * alert rules on probes. Each target of a module is a monitor. Pure: nothing is fetched or executed.
 */
export function importBlackbox({ files: uploaded }: { files: readonly BlackboxFile[] }): ImportedFile {
  const files = readBlackboxFiles(uploaded);
  const builder = new ImportBuilder("blackbox");
  const groupKeys = new Map<string, string>();
  const instances = new Map<string, string[]>();
  const seen = new Set<string>();
  const used = new Set<string>();
  for (const target of listProbeTargets(files, builder)) {
    used.add(target.module);
    const identity = JSON.stringify([target.job, target.module, target.target]);
    if (seen.has(identity)) {
      skipTarget(target, "The job has it twice.", builder);
      continue;
    }
    seen.add(identity);
    const key = addTarget(target, { files, builder, groupKeys });
    const instance = target.labels.get("instance") ?? target.target;
    if (key !== null) instances.set(instance, [...(instances.get(instance) ?? []), key]);
  }
  addBlackboxRules(files, { builder, groupKeys, instances });
  reportUnused(files, used, builder);
  return builder.finish();
}

type Context = { files: BlackboxFiles; builder: ImportBuilder; groupKeys: Map<string, string> };

function skipTarget({ job, target, module }: ProbeTarget, reason: string, builder: ImportBuilder): void {
  const shown = withoutCredentials(target);
  builder.notMade({
    kind: "target",
    key: `${job}/${shown || module}`,
    name: shown || job,
    reasons: [reason],
  });
}

function addTarget(target: ProbeTarget, { files, builder, groupKeys }: Context): string | null {
  const module = files.modules.get(target.module);
  if (target.target === "" || module === undefined) {
    const reason =
      target.target === ""
        ? "Relabelling sets no target."
        : `The module '${target.module.slice(0, 100)}' is not among the uploaded modules.`;
    skipTarget(target, reason, builder);
    return null;
  }
  const reasons = [...target.reasons];
  const context = { module: target.module, values: builder.values, reasons };
  const monitor = probeMonitor(module, target.target, context);
  if (monitor.type === null) {
    skipTarget(target, monitor.reason, builder);
    return null;
  }
  const address = withoutCredentials(target.target)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/\/$/, "");
  const key = builder.reserveKey("monitor", `${target.job}/${address}`);
  const isMade = builder.add({
    kind: "monitor",
    key,
    name: withoutCredentials(target.labels.get("name") ?? target.labels.get("instance") ?? target.target),
    fields: {
      ...monitor.fields,
      type: monitor.type,
      group: groupOf(target.job, builder, groupKeys),
      ...schedule(target, module, reasons),
      // A probe is not repeated.
      retries: 0,
      tags: tagsOf(target),
    },
    reasons,
  });
  return isMade ? key : null;
}

function groupOf(job: string, builder: ImportBuilder, keys: Map<string, string>): string | undefined {
  const known = keys.get(job);
  if (known !== undefined) return known;
  const key = builder.reserveKey("group", job);
  if (!builder.add({ kind: "group", key, name: job, fields: {} })) return undefined;
  keys.set(job, key);
  return key;
}

function tagsOf({ labels }: ProbeTarget): string[] {
  const own = [...labels].filter(([name]) => !["job", "instance", "name", "module"].includes(name));
  return own.map(([name, value]) => `${name}:${value}`);
}

/** The timeout is the shorter one of the module and the scrape. */
function schedule(
  { interval, timeout }: ProbeTarget,
  module: DocumentObject,
  reasons: string[],
): DocumentObject {
  const every = readDuration(interval ?? "") ?? INTERVAL_SECONDS_DEFAULT;
  const ofScrape = readDuration(timeout ?? "") ?? TIMEOUT_SECONDS_DEFAULT;
  const ofModule = readDuration(textOf(module.timeout) ?? "") ?? ofScrape;
  const limited = {
    interval: Math.min(Math.max(every, 1), 86_400),
    timeout: Math.min(Math.max(Math.min(ofScrape, ofModule), 0.1), 300),
  };
  if (limited.interval !== every)
    reasons.push(`The interval of ${every} seconds is set to ${limited.interval}.`);
  return limited;
}

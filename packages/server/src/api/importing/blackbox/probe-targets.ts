import type { ImportBuilder } from "../building/import-builder.ts";
import { withoutCredentials } from "../building/url-credentials.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { type BlackboxFiles, matchingPaths } from "./read-files.ts";
import { type Labels, relabel } from "./relabel.ts";

/** The longest URL of a check. */
const TARGET_LENGTH_MAX = 8_192;

/** A target of a job that probes: what a probe of Blackbox exporter is called with. */
export type ProbeTarget = {
  job: string;
  module: string;
  target: string;
  /** Without those that start with two underscores. */
  labels: Labels;
  /** Durations as they are written; null for the defaults. */
  interval: string | null;
  timeout: string | null;
  reasons: string[];
};

type TargetGroup = { targets: readonly unknown[]; labels: DocumentObject };

/** Returns the targets of all jobs, and reports the jobs that do not probe. */
export function listProbeTargets(files: BlackboxFiles, builder: ImportBuilder): ProbeTarget[] {
  const ofJobs = files.prometheus.flatMap(({ path, config }) => {
    const global = objectOf(config.global);
    return listOf(config.scrape_configs)
      .map(objectOf)
      .flatMap((job) => targetsOfJob(job, { path, global, files, builder }));
  });
  return [...ofJobs, ...files.probes.flatMap((probe) => targetsOfProbe(probe, builder))];
}

type Context = { path: string; global: DocumentObject; files: BlackboxFiles; builder: ImportBuilder };

function targetsOfJob(job: DocumentObject, { path, global, files, builder }: Context): ProbeTarget[] {
  const name = textOf(job.job_name) ?? "";
  const skip = (reason: string) =>
    builder.notMade({ kind: "scrape_config", key: name, name, reasons: [reason] });
  const skipTarget = (shown: string, reason: string) =>
    builder.notMade({ kind: "target", key: `${name}/${shown}`, name: shown, reasons: [reason] });
  if (!isProbe(job)) {
    skip("It scrapes metrics and probes nothing.");
    return [];
  }
  for (const field of Object.keys(job)) {
    const isDiscovery = field.endsWith("_sd_configs") && field !== "file_sd_configs";
    if (isDiscovery)
      skip(`Targets of '${field}' are found at run time: add them as a file of file_sd_configs.`);
  }
  const groups = [
    ...listOf(job.static_configs).map(toGroup),
    ...groupsOfFiles(job, { path, files, builder }),
  ];
  const [interval, timeout] = [
    job.scrape_interval ?? global.scrape_interval,
    job.scrape_timeout ?? global.scrape_timeout,
  ];
  return groups.flatMap(({ targets, labels }) =>
    targets.flatMap((target) => {
      const address = textOf(target);
      if (address === null) return [];
      if (address.length > TARGET_LENGTH_MAX) {
        const shown = address.slice(0, 100);
        skipTarget(shown, "It is too long.");
        return [];
      }
      const reasons: string[] = [];
      const relabelled = relabel(initialLabels(job, address, labels), job.relabel_configs, reasons);
      if (relabelled === null) {
        const shown = withoutCredentials(address);
        skipTarget(shown, "Relabelling drops it.");
        return [];
      }
      return {
        job: name,
        module: relabelled.get("__param_module") ?? "",
        target: relabelled.get("__param_target") ?? "",
        labels: new Map([...relabelled].filter(([label]) => !label.startsWith("__"))),
        ...{ interval: textOf(interval), timeout: textOf(timeout), reasons },
      };
    }),
  );
}

function isProbe(job: DocumentObject): boolean {
  const path = textOf(job.metrics_path) ?? "";
  return /\/probe\/?$/.test(path) || (isObject(job.params) && "module" in job.params);
}

function toGroup(value: unknown): TargetGroup {
  const { targets, labels } = objectOf(value);
  return { targets: listOf(targets), labels: objectOf(labels) };
}

function groupsOfFiles(
  job: DocumentObject,
  { path, files, builder }: Omit<Context, "global">,
): TargetGroup[] {
  const patterns = listOf(job.file_sd_configs).flatMap((config) => listOf(objectOf(config).files));
  return patterns.flatMap((pattern) => {
    const text = textOf(pattern) ?? "";
    const found = matchingPaths(text, path, files.targets.keys());
    if (found.length === 0) {
      const name = textOf(job.job_name) ?? "";
      builder.notMade({
        kind: "file_sd_config",
        key: `${name}/${text}`,
        name: text,
        reasons: ["No uploaded file has this path."],
      });
    }
    return found.flatMap((each) => (files.targets.get(each) ?? []).map(toGroup));
  });
}

function initialLabels(job: DocumentObject, address: string, labels: DocumentObject): Labels {
  const parameters = Object.entries(objectOf(job.params)).map(([name, values]): [string, string] => [
    `__param_${name}`,
    textOf(Array.isArray(values) ? values[0] : values) ?? "",
  ]);
  const own = Object.entries(labels).map(([name, value]): [string, string] => [name, textOf(value) ?? ""]);
  return new Map([
    ["job", textOf(job.job_name) ?? ""],
    ["__address__", address],
    ["__metrics_path__", textOf(job.metrics_path) ?? "/metrics"],
    ["__scheme__", textOf(job.scheme) ?? "http"],
    ...parameters,
    ...own,
  ]);
}

/** A `Probe` of the Prometheus operator is a job with static targets. */
function targetsOfProbe(probe: DocumentObject, builder: ImportBuilder): ProbeTarget[] {
  const spec = objectOf(probe.spec);
  const name = textOf(spec.jobName) ?? textOf(objectOf(probe.metadata).name) ?? "probe";
  const targets = objectOf(spec.targets);
  if (isObject(targets.ingress))
    builder.notMade({
      kind: "probe",
      key: name,
      name,
      reasons: ["Targets of an Ingress are found at run time."],
    });
  const fixed = objectOf(targets.staticConfig);
  return listOf(fixed.static).flatMap((target) => {
    const address = textOf(target);
    if (address === null) return [];
    const labels = Object.entries(objectOf(fixed.labels)).map(([label, value]): [string, string] => [
      label,
      textOf(value) ?? "",
    ]);
    return {
      ...{ job: name, module: textOf(spec.module) ?? "", target: address, labels: new Map(labels) },
      ...{ interval: textOf(spec.interval), timeout: textOf(spec.scrapeTimeout), reasons: [] },
    };
  });
}

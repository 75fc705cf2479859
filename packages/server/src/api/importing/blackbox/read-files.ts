import { badFields } from "../../../platform/kernel/errors.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { parseValue } from "../parse-document.ts";

/** Files of Blackbox exporter and Prometheus, recognized by their content. */

const FILES_MAX = 1_000;
const CHARACTERS_MAX = 16_777_216;
const DOCUMENT_FILE = /\.(?:ya?ml|json)$/i;

export type BlackboxFile = { path: string; text: string };

export type BlackboxFiles = {
  modules: Map<string, DocumentObject>;
  prometheus: { path: string; config: DocumentObject }[];
  /** `Probe` objects of the Prometheus operator. */
  probes: DocumentObject[];
  /** Lists of `{targets, labels}` by path. */
  targets: Map<string, readonly unknown[]>;
  /** Groups of alert rules by path. */
  rules: Map<string, readonly unknown[]>;
  ignored: string[];
};

export function readBlackboxFiles(files: readonly BlackboxFile[]): BlackboxFiles {
  if (files.length > FILES_MAX) throw bad(`must contain at most ${FILES_MAX} files`);
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > CHARACTERS_MAX) throw bad(`must be at most ${CHARACTERS_MAX / 1_048_576} MiB together`);
  const read: BlackboxFiles = {
    modules: new Map(),
    prometheus: [],
    probes: [],
    targets: new Map(),
    rules: new Map(),
    ignored: [],
  };
  for (const { path, text } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const isRead = files.length === 1 || DOCUMENT_FILE.test(path);
    const values = isRead ? documentsOf(text, path.slice(-200) || "file") : [];
    const isKnown = values.map((value) => sort(value, path, read));
    if (!isKnown.includes(true)) read.ignored.push(path);
  }
  if (read.modules.size === 0 && read.prometheus.length === 0 && read.probes.length === 0)
    throw bad("must contain a blackbox.yml with modules, or a prometheus.yml with scrape_configs");
  return read;
}

function bad(message: string): Error {
  return badFields([{ path: "file", message }]);
}

/** Several documents of YAML in a file are separated by lines of three dashes. */
function documentsOf(text: string, path: string): unknown[] {
  return text
    .split(/^---(?:[ \t].*)?$/m)
    .filter((part) => part.replaceAll(/^\s*(?:#.*)?$/gm, "") !== "")
    .map((part) => parseValue(part, { path, mergesKeys: true }));
}

function sort(value: unknown, path: string, read: BlackboxFiles): boolean {
  if (Array.isArray(value)) {
    const isTargets =
      value.length > 0 && value.every((item) => isObject(item) && Array.isArray(item.targets));
    if (isTargets) read.targets.set(path, value);
    return isTargets;
  }
  if (!isObject(value)) return false;
  if (isObject(value.modules)) {
    for (const [name, module] of Object.entries(value.modules)) read.modules.set(name, objectOf(module));
    return true;
  }
  if (Array.isArray(value.scrape_configs)) {
    read.prometheus.push({ path, config: value });
    return true;
  }
  if (Array.isArray(value.groups)) {
    read.rules.set(path, value.groups);
    return true;
  }
  return sortObject(value, path, read);
}

/** Objects of Kubernetes. */
function sortObject(value: DocumentObject, path: string, read: BlackboxFiles): boolean {
  const spec = objectOf(value.spec);
  switch (textOf(value.kind)) {
    case "Probe":
      read.probes.push(value);
      return true;
    case "PrometheusRule":
      read.rules.set(path, listOf(spec.groups));
      return true;
    default:
      return false;
  }
}

/** Returns the paths among `paths` that a pattern of `file_sd_configs` or `rule_files` matches. */
export function matchingPaths(pattern: string, from: string, paths: Iterable<string>): string[] {
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/") + 1) : "";
  const wanted = pattern.replace(/^(?:\.?\/)+/, "");
  return [...paths].filter((path) => {
    const relative = path.startsWith(folder) ? path.slice(folder.length) : path;
    return matchesPath(wanted, relative);
  });
}

/** Only the name of the file may contain `*`. A path that was uploaded without its folders matches by its end. */
function matchesPath(pattern: string, path: string): boolean {
  const [patternParts, pathParts] = [pattern.split("/"), path.split("/")];
  const [patternName = "", pathName = ""] = [patternParts.pop(), pathParts.pop()];
  const folders = patternParts.join("/");
  const isBelow =
    pathParts.length === 0 || folders === pathParts.join("/") || folders.endsWith(`/${pathParts.join("/")}`);
  return isBelow && matchesName(patternName, pathName);
}

function matchesName(pattern: string, name: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return first === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

import { badFields } from "../../../platform/kernel/errors.ts";
import { type DocumentObject, isObject } from "../document-value.ts";
import { parseDocument } from "../parse-document.ts";
import { type Environment, expandEnvironment } from "./expand-environment.ts";

/** The configuration of Gatus: one file, or all `*.yaml` and `*.yml` files of a folder, merged. */

const FILES_MAX = 1_000;
const CHARACTERS_MAX = 16_777_216;
const YAML_FILE = /\.ya?ml$/i;

export type GatusFile = { path: string; text: string };

type GatusConfig = {
  config: DocumentObject;
  /** Files that Gatus does not read. */
  ignored: string[];
  /** Settings that several files have, so that Gatus refuses to start: the first one is used. */
  conflicts: string[];
};

export function readGatusConfig(files: readonly GatusFile[], env: Environment): GatusConfig {
  if (files.length === 0) throw bad("must contain a file: upload the config.yaml of Gatus, or its folder");
  if (files.length > FILES_MAX) throw bad(`must contain at most ${FILES_MAX} files`);
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > CHARACTERS_MAX) throw bad(`must be at most ${CHARACTERS_MAX / 1_048_576} MiB together`);
  const isOne = files.length === 1;
  const read = files.filter(({ path }) => isOne || YAML_FILE.test(path));
  if (read.length === 0) throw bad("must contain a *.yaml or *.yml file");
  const conflicts: string[] = [];
  const sorted = read.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const config = sorted.reduce<DocumentObject>((merged, { path, text }) => {
    const source = expandEnvironment(text, env);
    const isEmpty = source.replaceAll(/^\s*(?:#.*|---\s*)?$/gm, "") === "";
    const parsed = isEmpty ? {} : parseDocument(source, { path: shownPath(path), mergesKeys: true });
    return merge(merged, parsed, { at: "", conflicts });
  }, {});
  const ignored = files.filter((file) => !read.includes(file)).map(({ path }) => path);
  return { config, ignored, conflicts };
}

function bad(message: string): Error {
  return badFields([{ path: "file", message }]);
}

function shownPath(path: string): string {
  return path === "" ? "file" : path.slice(-200);
}

/** Merges maps deeply and appends lists, as Gatus does with the files of a folder. */
function merge(
  first: DocumentObject,
  second: DocumentObject,
  { at, conflicts }: { at: string; conflicts: string[] },
): DocumentObject {
  const merged = new Map(Object.entries(first));
  for (const [name, value] of Object.entries(second)) {
    const known = merged.get(name);
    const path = at === "" ? name : `${at}.${name}`;
    if (known === undefined || known === null) merged.set(name, value);
    else if (isObject(known) && isObject(value))
      merged.set(name, merge(known, value, { at: path, conflicts }));
    else if (Array.isArray(known) && Array.isArray(value)) merged.set(name, [...known, ...value]);
    else if (value !== null) conflicts.push(path);
  }
  return Object.fromEntries(merged);
}

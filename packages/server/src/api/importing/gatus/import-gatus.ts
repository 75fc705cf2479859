import { ImportBuilder } from "../building/import-builder.ts";
import { RuleGroups } from "../building/rule-groups.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import type { ImportedFile } from "../imported-file.ts";
import type { Environment } from "./expand-environment.ts";
import { GatusChannels } from "./gatus-channels.ts";
import { addEndpoint, type GatusContext } from "./gatus-endpoints.ts";
import { addExternalEndpoints } from "./gatus-external-endpoints.ts";
import { addGlobalWindow } from "./gatus-maintenance.ts";
import { reportSettings } from "./gatus-settings.ts";
import { addStatusPage } from "./gatus-status-page.ts";
import { addSuite } from "./gatus-suites.ts";
import { GatusTexts } from "./gatus-texts.ts";
import { keyPart } from "./gatus-values.ts";
import { type GatusFile, readGatusConfig } from "./read-config.ts";

/**
 * Imports the configuration of Gatus: its file, or the files of its folder. `env` has the environment variables that
 * the files refer to. Pure: nothing is fetched or executed.
 */
export function importGatus({ files, env }: { files: readonly GatusFile[]; env: Environment }): ImportedFile {
  const { config, ignored, conflicts } = readGatusConfig(files, env);
  const builder = new ImportBuilder("gatus");
  const texts = new GatusTexts(env, builder);
  const channels = new GatusChannels(objectOf(config.alerting), { builder, texts });
  const context: GatusContext = {
    ...{ builder, texts, channels },
    rules: new RuleGroups(),
    files: new Map(files.map(({ path, text }) => [path, text])),
    shown: [],
    groupKey: addGroups(config, builder, texts),
  };
  channels.addAll();
  for (const endpoint of listOf(config.endpoints)) addEndpoint(endpoint, context);
  addExternalEndpoints(listOf(config["external-endpoints"]), context);
  for (const suite of listOf(config.suites)) addSuite(suite, context);
  context.rules.addTo(builder);
  const targets = [
    ...builder.keysOf("monitor"),
    ...builder.keysOf("heartbeat"),
    ...builder.keysOf("api_monitor"),
  ];
  addGlobalWindow(config.maintenance, targets, context);
  addStatusPage(config.ui, context);
  reportSettings(config, builder);
  reportFiles(ignored, conflicts, builder);
  return builder.finish();
}

/** Adds the groups of all endpoints. Returns a function from the name of a group to its key. */
function addGroups(
  config: DocumentObject,
  builder: ImportBuilder,
  texts: GatusTexts,
): (name: string) => string | undefined {
  const keys = new Map<string, string>();
  for (const item of itemsOf(config)) {
    const name = texts.plain(textOf(item.group) ?? "");
    if (name.trim() === "" || keys.has(name)) continue;
    const key = builder.reserveKey("group", keyPart(name));
    if (builder.add({ kind: "group", key, name, fields: {} })) keys.set(name, key);
  }
  return (name) => keys.get(texts.plain(name));
}

function itemsOf(config: DocumentObject): DocumentObject[] {
  return [config.endpoints, config["external-endpoints"], config.suites].flatMap((list) =>
    listOf(list).filter(isObject),
  );
}

function reportFiles(ignored: readonly string[], conflicts: readonly string[], builder: ImportBuilder): void {
  for (const path of ignored)
    builder.notMade({
      kind: "file",
      key: path,
      name: path,
      reasons: ["Only *.yaml and *.yml files are read as configuration."],
    });
  for (const path of conflicts)
    builder.notMade({
      kind: "setting",
      key: path,
      name: path,
      reasons: ["Several files set it: the first value is used."],
    });
}

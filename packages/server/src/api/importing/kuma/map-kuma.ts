import { ImportBuilder } from "../building/import-builder.ts";
import type { ImportedFile } from "../imported-file.ts";
import { mapChannels } from "./alerting/map-channels.ts";
import { mapDomains } from "./alerting/map-domains.ts";
import { mapPages } from "./alerting/map-pages.ts";
import { mapRules } from "./alerting/map-rules.ts";
import { mapWindows } from "./alerting/map-windows.ts";
import type { KumaDatabase } from "./database/kuma-database.ts";
import { createContext } from "./draft/kuma-context.ts";
import { reportRest } from "./draft/report-rest.ts";
import { mapHistory } from "./map-history.ts";
import { mapGroups } from "./targets/map-groups.ts";
import { mapTargets } from "./targets/map-targets.ts";

/** Maps what was read of a database to a document of monitoring as code. Pure: the same database gives the same document. */
export function mapKuma(database: KumaDatabase): ImportedFile {
  const { tables } = database;
  const builder = new ImportBuilder("kuma");
  const channels = mapChannels(tables.notification, builder);
  const context = createContext(database, channels);
  mapGroups(tables.monitor, context, builder);
  const targets = mapTargets(tables.monitor, context, builder);
  mapRules(tables.monitor, context, { targets, channels }, builder);
  mapDomains(tables.monitor, { context, channels }, builder);
  const pages = mapPages(tables, { context, targets, builder });
  mapWindows(
    tables.maintenance,
    { monitors: tables.monitor_maintenance, pages: tables.maintenance_status_page },
    { context, made: { targets, pages }, builder },
  );
  reportRest(database, context, builder);
  const { history } = database;
  return builder.finish(history === null ? undefined : mapHistory(history, { context, targets }));
}

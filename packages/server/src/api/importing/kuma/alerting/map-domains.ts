import { RULE_CHANNELS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import { registrableDomain } from "../../../../pipeline/domains/registrable-domain.ts";
import type { ImportBuilder } from "../../building/import-builder.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import type { KumaContext } from "../draft/kuma-context.ts";
import { columnText, flagOf, idOf } from "../draft/row-values.ts";
import { daysOf, type MadeChannels } from "./map-rules.ts";

/** Domain monitors, for monitors that notify before their domain expires. */

const DAYS_DEFAULT = [7, 14, 21];

type Domain = { domain: string; channelIds: ReadonlySet<number> };

export function mapDomains(
  rows: readonly KumaRow[],
  { context, channels }: { context: KumaContext; channels: MadeChannels },
  builder: ImportBuilder,
): void {
  const setting = context.setting("domainExpiryNotifyDays");
  const days = setting === undefined ? DAYS_DEFAULT : daysOf(setting);
  for (const { domain, channelIds } of listDomains(rows, context)) {
    const key = builder.reserveKey("monitor", `domain-${domain}`);
    const reasons = ["It replaces the domain expiry notification of the monitors of the domain."];
    const fields = { type: "domain", host: domain };
    if (!builder.add({ kind: "monitor", key, name: domain, fields, reasons })) continue;
    const notified = [...channelIds].flatMap((id) => channels.get(id)?.key ?? []);
    if (notified.length > 0 && days.length > 0) addRule({ key, domain, days, notified }, builder);
  }
}

/** The registrable domains that are watched, with the notifications of their monitors. */
function listDomains(rows: readonly KumaRow[], { notificationsOf }: KumaContext): Domain[] {
  const watched = rows.flatMap((row) => {
    if (!flagOf(row, "domain_expiry_notification") || columnText(row, "type") === "group") return [];
    const host = URL.parse(columnText(row, "url"))?.hostname || columnText(row, "hostname").trim();
    const domain = registrableDomain(host);
    return domain === null ? [] : [{ domain, channelIds: notificationsOf.get(idOf(row)) ?? [] }];
  });
  return [...Map.groupBy(watched, ({ domain }) => domain)].map(([domain, all]) => ({
    domain,
    channelIds: new Set(all.flatMap(({ channelIds }) => channelIds)),
  }));
}

type DomainRule = { key: string; domain: string; days: readonly number[]; notified: readonly string[] };

function addRule({ key, domain, days, notified }: DomainRule, builder: ImportBuilder): void {
  const name = `Domain expires: ${domain}`.slice(0, 200);
  const fields = {
    type: "expiry",
    severity: "warning",
    params: { subject: "domain", days },
    on: { targets: [{ kind: "monitor", key }] },
    channels: notified.slice(0, RULE_CHANNELS_MAX),
  };
  builder.add({ kind: "rule", key, name, fields, reasons: [] });
}

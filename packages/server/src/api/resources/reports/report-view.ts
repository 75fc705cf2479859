import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Report } from "@vedette/contract/reports/reports.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { readRecipientAddresses } from "../../../pipeline/reports/recipient-addresses.ts";
import { withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import { selects } from "../../../pipeline/selectors/selects.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { fieldsOfReport } from "./definition.ts";
import type { ListedReportRow } from "./queries.ts";

export type ReportViewContext = { db: Db; orgId: OrgId; recipients: Recipients };

export async function toReports(
  ctx: ReportViewContext,
  found: readonly ListedReportRow[],
): Promise<Report[]> {
  const { db, orgId } = ctx;
  const targets = found.length === 0 ? [] : await listSelectables(db, orgId);
  const nested = await withNestedGroups(db, found);
  const views: Report[] = [];
  for (const [index, row] of found.entries()) {
    const selector = nested[index]?.selector ?? row.selector;
    views.push({
      ...{ id: row.id, org_id: row.org_id, ...fieldsOfReport(row) },
      target_count: targets.filter((target) => selects(selector, target)).length,
      recipient_states: await readRecipientStates(ctx, row),
      next_at: row.enabled ? row.next_at.toISOString() : null,
      last_run: lastRunOf(row),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    });
  }
  return views;
}

function lastRunOf({ last_from_at: from, last_to_at: to, last_at: at }: ListedReportRow): Report["last_run"] {
  if (from === null || to === null || at === null) return null;
  return { from: from.toISOString(), to: to.toISOString(), at: at.toISOString() };
}

async function readRecipientStates(
  { db, orgId, recipients }: ReportViewContext,
  { recipients: listed }: ListedReportRow,
): Promise<Report["recipient_states"]> {
  const addresses = await readRecipientAddresses(db, orgId, listed);
  const emails = addresses.flatMap(({ email }) => email ?? []);
  const states = await recipients.statesOf(db, orgId, emails);
  return addresses.map(({ email, name }) => ({
    ...{ email, name },
    status: email === null ? "left" : (states.get(email)?.status ?? "unconfirmed"),
  }));
}

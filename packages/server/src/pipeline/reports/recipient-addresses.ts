import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { ReportRecipient } from "@vedette/contract/reports/reports.ts";
import type { Db } from "../../platform/storage/database.ts";
import { listMemberAddresses } from "./queries.ts";

/** Who a recipient is now. `email` is null for a person who is no member any more. */
export type RecipientAddress = { email: string | null; name: string | null };

/** Returns one for each recipient, in their order. */
export async function readRecipientAddresses(
  db: Db,
  orgId: OrgId,
  recipients: readonly ReportRecipient[],
): Promise<RecipientAddress[]> {
  const ids = recipients.flatMap((one) =>
    one.type === "member" && UUID_PATTERN.test(one.id) ? [one.id] : [],
  );
  const members = ids.length === 0 ? [] : await listMemberAddresses(db, orgId, ids);
  const byId = new Map<string, (typeof members)[number]>(members.map((member) => [member.id, member]));
  return recipients.map((one) => {
    if (one.type === "email") return { email: one.address, name: null };
    const member = byId.get(one.id.toLowerCase());
    return { email: member?.email ?? null, name: member?.name ?? null };
  });
}

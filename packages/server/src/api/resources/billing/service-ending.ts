import type { OrgId } from "@vedette/contract/common/ids.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findCustomer } from "./stripe/queries.ts";

/**
 * Schedules the cancellation of the organization's subscriptions once the transaction that deletes it
 * commits.
 */
export async function endBilling(db: Db, orgId: OrgId): Promise<void> {
  const customer = await findCustomer(db, orgId);
  if (customer === null) return;
  await sendJob(db, { name: "billing.end_customer", data: { customerId: customer.customer_id } });
}

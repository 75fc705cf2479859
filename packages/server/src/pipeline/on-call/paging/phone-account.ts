import type { OrgId } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { openChannelSecrets } from "../../alerting/delivery/channel-secrets.ts";
import type { TwilioAccount } from "../../alerting/messages/twilio.ts";
import { findPagingChannel } from "./send-queries.ts";

const accountSchema = z.object({
  ...{ account_sid: z.string(), auth_token: z.string(), from: z.string() },
  api_url: z.string().nullish(),
});

/** An account, and the channel that it is of: replies and keys come back to the channel. */
export type PhoneAccount = TwilioAccount & { channelId: string };

/** Opens the account that an organization chose for SMS or calls to members; null if it has none. */
export async function findPhoneAccount(
  { db, vault }: { db: Db; vault: Vault },
  orgId: OrgId,
  type: "sms" | "call",
): Promise<PhoneAccount | null> {
  const row = await findPagingChannel(db, orgId, type);
  if (!row) return null;
  const { config } = await openChannelSecrets({ db, vault }, { orgId, ...row }, row.encrypted_config);
  const {
    account_sid: accountSid,
    auth_token: authToken,
    api_url: apiUrl,
    from,
  } = accountSchema.parse(config);
  return { accountSid, authToken, apiUrl, from, channelId: row.id };
}

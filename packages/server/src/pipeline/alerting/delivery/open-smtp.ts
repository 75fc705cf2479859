import { openServerPool } from "../../../platform/mail/mail-pool.ts";
import type { Egress } from "../../../platform/net/egress.ts";
import type { OpenSmtp } from "../messages/channel.ts";

/** Servers of small providers accept few connections of a client. */
const CONNECTIONS = 3;

/** Opens the mail servers of channels. The policy of `egress` must be the one for addresses that users choose. */
export function createOpenSmtp(egress: Egress): OpenSmtp {
  return (server, from) => openServerPool(server, { from, egress, connections: CONNECTIONS });
}

import { createHmac, timingSafeEqual } from "node:crypto";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { z } from "zod";

/**
 * The link in a mail by which a recipient confirms or declines. It is signed, so nothing is stored. It opens
 * a page, and only that page's buttons change something, because mail scanners follow links.
 */
export type RecipientLinks = {
  urlOf(recipient: { orgId: OrgId; email: string; nowMs: number }): string;
  /** Null if the signature is invalid. */
  read(token: string): { orgId: OrgId; email: string; madeAtMs: number } | null;
};

const content = z.tuple([z.uuid(), z.email(), z.number().int()]);

export function createRecipientLinks({
  secret,
  serverUrl,
}: {
  secret: string;
  serverUrl: string;
}): RecipientLinks {
  // Other links are signed with the same secret: a separate key prevents that one link type passes as
  // another.
  const key = createHmac("sha256", secret).update("links of mail recipients").digest();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();

  return {
    urlOf({ orgId, email, nowMs }) {
      const text = Buffer.from(JSON.stringify([orgId, email, nowMs])).toString("base64url");
      // The fragment after # reaches no server log and no Referer header.
      return `${serverUrl}/recipient#${text}.${sign(text).toString("base64url")}`;
    },
    read(token) {
      const [text = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const expected = sign(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [orgId, email, madeAtMs] = content.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
      return { orgId, email, madeAtMs };
    },
  };
}

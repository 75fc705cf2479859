import { createHash, randomBytes } from "node:crypto";
import type { FeedToken, StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import { lockPage, type PageWriteContext } from "./page-context.ts";
import { change, getStatusPage } from "./service.ts";

/** The token with which feeds and JSON of a page are read without signing in. Only its hash is stored. */

const TOKEN_BYTES = 24;

/** Creates a token and replaces the one before. */
export async function createFeedToken(ctx: PageWriteContext, pageId: string): Promise<FeedToken> {
  const page = await lockPage(ctx, pageId);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await change(ctx, page, { feed_token_hash: createHash("sha256").update(token).digest() });
  await audit(ctx, {
    action: "status_page.create_feed_token",
    target: { type: "status_page", id: page.id },
  });
  return { token };
}

export async function revokeFeedToken(ctx: PageWriteContext, pageId: string): Promise<StatusPage> {
  const page = await lockPage(ctx, pageId);
  if (page.feed_token_hash !== null) {
    await change(ctx, page, { feed_token_hash: null });
    await audit(ctx, {
      action: "status_page.revoke_feed_token",
      target: { type: "status_page", id: page.id },
    });
  }
  return getStatusPage(ctx, page.id);
}

import {
  recipientDecisionSchema,
  recipientLinkBody,
  recipientRefusal,
} from "@vedette/contract/alerts/mail-recipients.ts";
import { success } from "@vedette/contract/common/envelope.ts";
import { defineRoute, type PublicContext, type Route } from "../../routing/define-route.ts";
import { confirm, type MailRecipientDeps, readAnswer, refuse } from "./service.ts";

const tag = "Mail recipients";

/** For the page that the links of mails open. Nothing changes by a GET: programs follow links in mails. */
export function mailRecipientRoutes(deps: MailRecipientDeps): Route[] {
  return [
    defineRoute({
      id: "readRecipientLink",
      tag,
      method: "POST",
      url: "/api/v1/mail-recipients/read",
      summary: "Read what the link of a mail is about",
      access: "public",
      request: { body: recipientLinkBody },
      response: success(recipientDecisionSchema),
      status: 200,
      handler: async (_ctx, { body }) => ok(await readAnswer(deps, body.token)),
    }),
    defineRoute({
      id: "confirmRecipient",
      tag,
      method: "POST",
      url: "/api/v1/mail-recipients/confirm",
      summary: "Agree to get alerts of an organization",
      description: "By the link of the mail that asks for it, within 7 days.",
      access: "public",
      request: { body: recipientLinkBody },
      response: success(recipientDecisionSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await confirm(deps, { ...body, ...cameBy(ctx) })),
    }),
    defineRoute({
      id: "refuseRecipient",
      tag,
      method: "POST",
      url: "/api/v1/mail-recipients/refuse",
      summary: "Refuse mails of an organization, or of every organization of this server",
      description: "By the link of any mail of the organization, at any time.",
      access: "public",
      request: { body: recipientRefusal },
      response: success(recipientDecisionSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await refuse(deps, { ...body, ...cameBy(ctx) })),
    }),
  ];
}

function cameBy({ requestId, visitor }: PublicContext): { requestId: string; ip: string } {
  return { requestId, ip: visitor.address };
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

import {
  recipientDecisionSchema,
  recipientLinkBody,
  recipientRefusal,
} from "@vedette/contract/alerts/mail-recipients.ts";
import { success } from "@vedette/contract/common/envelope.ts";
import { defineRoute, type PublicContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { confirm, type MailRecipientDeps, readDecision, refuse } from "./service.ts";

const tag = "Mail recipients";

/**
 * The routes of the page that email links open. No GET changes anything, because mail scanners follow links.
 */
export function mailRecipientRoutes(deps: MailRecipientDeps): Route[] {
  return [
    defineRoute({
      id: "readRecipientLink",
      tag,
      method: "POST",
      url: "/api/v1/mail-recipients/read",
      summary: "Read the details of an email link",
      access: "public",
      request: { body: recipientLinkBody },
      response: success(recipientDecisionSchema),
      status: 200,
      handler: async (_ctx, { body }) => ok(await readDecision(deps, body.token)),
    }),
    defineRoute({
      id: "confirmRecipient",
      tag,
      method: "POST",
      url: "/api/v1/mail-recipients/confirm",
      summary: "Confirm that you want alerts of an organization",
      description: "Takes the token of the confirmation email, within 7 days.",
      access: "public",
      request: { body: recipientLinkBody },
      response: success(recipientDecisionSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await confirm(deps, { ...body, ...requestFacts(ctx) })),
    }),
    defineRoute({
      id: "refuseRecipient",
      tag,
      method: "POST",
      url: "/api/v1/mail-recipients/refuse",
      summary: "Opt out of emails of one or all organizations of this server",
      description: "Takes the token of any email of the organization, at any time.",
      access: "public",
      request: { body: recipientRefusal },
      response: success(recipientDecisionSchema),
      status: 200,
      handler: async (ctx, { body }) => ok(await refuse(deps, { ...body, ...requestFacts(ctx) })),
    }),
  ];
}

function requestFacts({ requestId, visitor }: PublicContext): { requestId: string; ip: string } {
  return { requestId, ip: visitor.address };
}

import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, invitationParams } from "@vedette/contract/common/ids.ts";
import {
  acceptedInvitationSchema,
  invitationAccept,
  invitationCreate,
  invitationListQuery,
  invitationSchema,
  newInvitationSchema,
} from "@vedette/contract/people/members.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getOrganization } from "../organizations/service.ts";
import { invitationMail } from "./invitation-mail.ts";
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  INVITATIONS_A_DAY_MAX,
  listInvitationPage,
  revokeInvitation,
} from "./service.ts";

export type InvitationRouteDeps = { mailer: Mailer; recipients: Recipients; signUp: "invite" | "open" };

const tag = "Invitations";
const adminAccess = { scope: "admin", role: "admin" } as const;

export function invitationRoutes(deps: InvitationRouteDeps): Route[] {
  return [...writeRoutes(deps), listRoute(), readRoute(), acceptRoute()];
}

function writeRoutes({ mailer, recipients, signUp }: InvitationRouteDeps): Route[] {
  return [
    defineRoute({
      id: "createInvitation",
      tag,
      method: "POST",
      url: "/api/v1/organizations/:id/invitations",
      summary: "Invite a person",
      description:
        "The link is valid for seven days, for one use and only for this address. It replaces an open invitation of the same " +
        "address. It is emailed if SMTP is configured, unless the address opted out or received an email in the last hour.",
      access: adminAccess,
      request: { params: idParams, body: invitationCreate },
      response: success(newInvitationSchema),
      status: 201,
      transaction: true,
      async handler(ctx, { body }) {
        const { invitation, token } = await createInvitation(ctx, {
          ...body,
          maxPerDay: INVITATIONS_A_DAY_MAX[signUp],
        });
        const inviteUrl = linkTo(ctx.serverUrl, token);
        const mailed = mailer.isConfigured && (await canMail(recipients, ctx, invitation.email));
        if (mailed) {
          const [{ name: invitedBy }, { name: organizationName }] = [ctx.actor, await getOrganization(ctx)];
          ctx.afterCommit(async () => {
            const { email } = invitation;
            const leaveUrl = recipients.urlOf({ orgId: ctx.orgId, email, nowMs: ctx.clock.now() });
            // The response uses the caller's Host. An email to a third party must not: it uses the configured
            // URL.
            const mailedUrl = signUp === "open" ? linkTo(recipients.serverUrl, token) : inviteUrl;
            const mail = invitationMail({
              invitation,
              organizationName,
              inviteUrl: mailedUrl,
              invitedBy,
              leaveUrl,
            });
            await mailer.send(mail).catch((error: unknown) => {
              ctx.log.warn("invitations.mail_failed", { invitation_id: invitation.id, ...errorFacts(error) });
            });
          });
        }
        return ok({ ...invitation, invite_url: inviteUrl, mailed });
      },
    }),
    defineRoute({
      id: "revokeInvitation",
      tag,
      method: "DELETE",
      url: "/api/v1/organizations/:id/invitations/:invitation_id",
      summary: "Withdraw an invitation",
      access: adminAccess,
      request: { params: invitationParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await revokeInvitation(ctx, params.invitation_id);
        return ok({ id: params.invitation_id, deleted: true as const });
      },
    }),
  ];
}

/** The token follows `#`, so it appears in no server log and no Referer header. */
function linkTo(serverUrl: string, token: string): string {
  return `${serverUrl}/invitation#${token}`;
}

async function canMail(
  recipients: Recipients,
  { db, orgId }: Pick<RequestContext, "db" | "orgId">,
  email: string,
): Promise<boolean> {
  if ((await recipients.statesOf(db, orgId, [email])).get(email)?.status === "refused") return false;
  return (await recipients.takeUnsolicited(db, email)).ok && (await recipients.takeMails(db, orgId, 1)).ok;
}

function listRoute(): Route {
  return defineRoute({
    id: "listInvitations",
    tag,
    method: "GET",
    url: "/api/v1/organizations/:id/invitations",
    summary: "List invitations",
    access: { scope: "read", role: "viewer" },
    request: { params: idParams, query: invitationListQuery },
    response: page(invitationSchema),
    status: 200,
    handler: async (ctx, { query }) => ({
      success: true as const,
      ...(await listInvitationPage(ctx, query)),
    }),
  });
}

function readRoute(): Route {
  return defineRoute({
    id: "getInvitation",
    tag,
    method: "GET",
    url: "/api/v1/organizations/:id/invitations/:invitation_id",
    summary: "Get an invitation",
    access: { scope: "read", role: "viewer" },
    request: { params: invitationParams },
    response: success(invitationSchema),
    status: 200,
    handler: async (ctx, { params }) => ok(await getInvitation(ctx, params.invitation_id)),
  });
}

function acceptRoute(): Route {
  return defineRoute({
    id: "acceptInvitation",
    tag,
    method: "POST",
    url: "/api/v1/invitations/accept",
    summary: "Accept an invitation",
    description: "Requires a session whose email address is the invited one.",
    access: { scope: null, role: null },
    request: { body: invitationAccept },
    response: success(acceptedInvitationSchema),
    status: 200,
    transaction: true,
    async handler({ db, actor, clock, requestId, ip }, { body }) {
      if (actor.kind !== "person") throw new Error("an API key reached a session-only route");
      const person = { id: actor.personId, email: actor.email };
      const { orgId, role } = await acceptInvitation(db, {
        token: body.token,
        person,
        nowMs: clock.now(),
        requestId,
        ip,
      });
      return ok({ org_id: orgId, role });
    },
  });
}

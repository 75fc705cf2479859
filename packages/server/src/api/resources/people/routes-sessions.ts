import { success } from "@vedette/contract/common/envelope.ts";
import { idSchema } from "@vedette/contract/common/ids.ts";
import { doneSchema, endedSessions, ownSessionList } from "@vedette/contract/people/people.ts";
import { z } from "zod";
import { AppError } from "../../../platform/kernel/errors.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import type { Identity } from "../../identity/identity.ts";
import { defineRoute, type PersonalContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSessionContext } from "./own-sessions.ts";
import { DONE } from "./routes-from-our-pages.ts";
import type { PeopleDeps } from "./service.ts";

const tag = "Sign-in";
const access = { scope: null, role: null } as const;

export function sessionRoutes({ identity }: PeopleDeps): Route[] {
  return [
    defineRoute({
      id: "listOwnSessions",
      tag,
      method: "GET",
      url: "/api/auth/sessions",
      summary: "List your sessions",
      description: "Sorted by last use, most recent first. The time of last use is accurate to five minutes.",
      access,
      request: {},
      response: ownSessionList,
      status: 200,
      handler: async (ctx) => ({
        success: true as const,
        ...onePage(await listOwnSessions(contextOf(ctx, identity))),
      }),
    }),
    defineRoute({
      id: "endOwnSession",
      tag,
      method: "DELETE",
      url: "/api/auth/sessions/:id",
      summary: "Sign out one of your sessions",
      access,
      request: { params: z.object({ id: idSchema }) },
      response: success(doneSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await endOwnSession(contextOf(ctx, identity), params.id);
        return DONE;
      },
    }),
    defineRoute({
      id: "endOtherSessions",
      tag,
      method: "POST",
      url: "/api/auth/sessions/end-others",
      summary: "Sign out all other sessions",
      access,
      request: {},
      response: success(endedSessions),
      status: 200,
      transaction: true,
      handler: async (ctx) => ok({ ended: await endOtherSessions(contextOf(ctx, identity)) }),
    }),
  ];
}

function contextOf({ actor, ...ctx }: PersonalContext, identity: Identity): OwnSessionContext {
  // The access rules of these routes exclude API keys.
  if (actor.kind !== "person") throw new AppError("FORBIDDEN", "An API key has no sessions.");
  const { db, clock, requestId, ip } = ctx;
  return { db, clock, requestId, ip, identity, person: actor };
}

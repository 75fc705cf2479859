import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  CODE_ATTEMPTS_MAX,
  CODE_MINUTES,
  CONTACT_METHODS_MAX,
  NOTIFICATION_RULES_MAX,
} from "@vedette/contract/on-call/contact-method-limits.ts";
import {
  contactCodeVerify,
  contactMethodCreate,
  contactMethodSchema,
  notificationRulesSchema,
  notificationRulesUpdate,
} from "@vedette/contract/on-call/contact-methods.ts";
import type { SendContactCode } from "../../../pipeline/on-call/paging/send-contact-code.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import {
  changeNotificationRules,
  createContactMethod,
  getNotificationRules,
  listContactMethods,
  removeContactMethod,
} from "./service.ts";
import { checkCode, sendCode } from "./verify.ts";

export type ContactMethodDeps = { sendContactCode: SendContactCode };

const tag = "On call";
const METHODS = "/api/v1/user/contact-methods";
const RULES = "/api/v1/user/notification-rules";
/** A key has no contact methods. */
const access = { scope: null, role: "viewer" } as const;
/** The mail server has 30 seconds. */
const SEND_TIMEOUT_MS = 40_000;

export function contactMethodRoutes({ sendContactCode }: ContactMethodDeps): Route[] {
  return [
    defineRoute({
      id: "listContactMethods",
      tag,
      method: "GET",
      url: METHODS,
      summary: "List your contact methods",
      description: "How you are reached when you are on call in the organization. Only you see them.",
      access,
      request: {},
      response: page(contactMethodSchema),
      status: 200,
      handler: async (ctx) => ({ success: true as const, ...onePage(await listContactMethods(ctx)) }),
    }),
    defineRoute({
      id: "createContactMethod",
      tag,
      method: "POST",
      url: METHODS,
      summary: "Add a contact method",
      description: `At most ${CONTACT_METHODS_MAX}. Nothing is sent to it until it is verified by a code.`,
      access,
      request: { body: contactMethodCreate },
      response: success(contactMethodSchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { body }) => ok(await createContactMethod(ctx, body)),
    }),
    defineRoute({
      id: "deleteContactMethod",
      tag,
      method: "DELETE",
      url: `${METHODS}/:id`,
      summary: "Delete a contact method",
      description: "Its notification rules are deleted too, and nothing more is sent to it.",
      access,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeContactMethod(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "sendContactCode",
      tag,
      method: "POST",
      url: `${METHODS}/:id/code`,
      summary: "Send the code that verifies a contact method",
      description:
        "Limits: 10 codes an hour for a person, 5 an hour to an address, 100 a day for an organization. " +
        "A new code replaces the earlier one.",
      access,
      request: { params: idParams },
      response: success(contactMethodSchema),
      status: 200,
      handlerTimeoutMs: SEND_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await sendCode({ ...ctx, sendContactCode }, params.id)),
    }),
    defineRoute({
      id: "verifyContactMethod",
      tag,
      method: "POST",
      url: `${METHODS}/:id/verify`,
      summary: "Verify a contact method",
      description: `A code is valid for ${CODE_MINUTES} minutes and ${CODE_ATTEMPTS_MAX} attempts.`,
      access,
      request: { params: idParams, body: contactCodeVerify },
      response: success(contactMethodSchema),
      status: 200,
      handler: async (ctx, { params, body }) => ok(await checkCode(ctx, { id: params.id, code: body.code })),
    }),
    defineRoute({
      id: "getNotificationRules",
      tag,
      method: "GET",
      url: RULES,
      summary: "Get your notification rules",
      access,
      request: {},
      response: success(notificationRulesSchema),
      status: 200,
      handler: async (ctx) => ok(await getNotificationRules(ctx)),
    }),
    defineRoute({
      id: "updateNotificationRules",
      tag,
      method: "PUT",
      url: RULES,
      summary: "Update your notification rules",
      description:
        `Replaces all rules, at most ${NOTIFICATION_RULES_MAX}. Without a rule for the severity of an alert you are ` +
        "notified at once by email and push.",
      access,
      request: { body: notificationRulesUpdate },
      response: success(notificationRulesSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { body }) => ok(await changeNotificationRules(ctx, body)),
    }),
  ];
}

import { isObject } from "@vedette/contract/code/code-resources.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { LimitedReads } from "../../../pipeline/selectors/limited/limited-db.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { RequestContext, Route, RouteInput } from "../../routing/define-route.ts";
import { LIMITED_ROUTES, type LimitedRoute } from "./limited-routes.ts";

/**
 * What a key with a selector adds to all routes: it sees the targets that its selector selects and what belongs to them,
 * and changes nothing else. The routes themselves know nothing of it.
 */
export function withLimitedKeys(routes: readonly Route[], limitedReads: LimitedReads): readonly Route[] {
  return routes.map((route): Route => {
    if (route.access === "public") return route;
    const around = <Rest extends unknown[], Result>(
      handler: (ctx: RequestContext, input: RouteInput, ...rest: Rest) => Promise<Result>,
    ) => limitedHandler(handler, { limited: LIMITED_ROUTES[route.id], limitedReads });
    switch (route.kind) {
      case "json":
        return { ...route, handler: around(route.handler) };
      case "file":
        return { ...route, handler: around(route.handler) };
      case "form":
        return { ...route, handler: around(route.handler) };
      default:
        return { ...route, stream: around(route.stream) };
    }
  });
}

type Guard = { limited: LimitedRoute | undefined; limitedReads: LimitedReads };

function limitedHandler<Rest extends unknown[], Result>(
  handler: (ctx: RequestContext, input: RouteInput, ...rest: Rest) => Promise<Result>,
  { limited, limitedReads }: Guard,
) {
  return async (ctx: RequestContext, input: RouteInput, ...rest: Rest): Promise<Result> => {
    const selector = ctx.actor.kind === "key" ? ctx.actor.selector : null;
    if (selector === null) return handler(ctx, input, ...rest);
    if (limited === undefined) throw outOfReach(selector);
    const visible = limitedReads.limit(ctx.db, { orgId: ctx.orgId, selector });
    if (limited.does === "filters") return handler(ctx, input, ...rest);
    if (limited.does === "reads") return handler({ ...ctx, db: visible, inTransaction }, input, ...rest);
    if (limited.does === "changes") await assertVisible(visible, limited, idOf(input.params));
    await assertNamesVisible(ctx, visible, input.body);
    const result = await handler(ctx, input, ...rest);
    // In the transaction of the change, which is rolled back if this throws.
    await assertStillSelected({ limited, visible, selector }, { input, result });
    return result;
  };
}

function inTransaction(): Promise<never> {
  return Promise.reject(new Error("a limited read started a transaction"));
}

function outOfReach(selector: Selector): AppError {
  return new AppError(
    "FORBIDDEN",
    `This API key is limited to the targets that its selector selects, ${JSON.stringify(selector)}, and this endpoint is about ` +
      "more than targets. Use a key without a selector.",
  );
}

async function assertVisible(
  visible: Db,
  { what }: Extract<LimitedRoute, { does: "changes" }>,
  id: string,
): Promise<void> {
  const row = !UUID_PATTERN.test(id)
    ? null
    : await visible.find(
        what === "alert" ? sql`select from alert where id = ${id}` : sql`select from target where id = ${id}`,
      );
  if (row === null) throw notFound(what);
}

/** A definition must not refer to a target that the key does not see, such as a dependency. */
async function assertNamesVisible({ db, orgId }: RequestContext, visible: Db, body: unknown): Promise<void> {
  const ids = [...new Set(uuidsIn(body))];
  if (ids.length === 0) return;
  const listed = sql`select id from target where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])`;
  const seen = new Set((await visible.rows<{ id: string }>(listed)).map(({ id }) => id));
  const hidden = (await db.rows<{ id: string }>(listed)).filter(({ id }) => !seen.has(id));
  if (hidden.length === 0) return;
  throw badFields(
    hidden.map(({ id }) => ({ path: "", message: `It names '${id}', which is not an existing target` })),
  );
}

function uuidsIn(value: unknown): string[] {
  if (typeof value === "string") return UUID_PATTERN.test(value) ? [value.toLowerCase()] : [];
  if (Array.isArray(value)) return value.flatMap(uuidsIn);
  return isObject(value) ? Object.values(value).flatMap(uuidsIn) : [];
}

/** A created target must be selected, and a changed one must stay selected, unless it was deleted. */
async function assertStillSelected(
  { limited, visible, selector }: { limited: LimitedRoute; visible: Db; selector: Selector },
  { input, result }: { input: RouteInput; result: unknown },
): Promise<void> {
  if (limited.does === "changes" && (limited.what === "alert" || input.body === undefined)) return;
  const id = limited.does === "creates" ? idOf(isObject(result) ? result.data : null) : idOf(input.params);
  if ((await visible.find(sql`select from target where id = ${id}`)) !== null) return;
  throw new AppError(
    "FORBIDDEN",
    `The selector of this API key, ${JSON.stringify(selector)}, must select the target, which must not be a composite monitor. ` +
      "Set the tags or the group that it needs.",
  );
}

function idOf(value: unknown): string {
  return isObject(value) && typeof value.id === "string" ? value.id : "";
}

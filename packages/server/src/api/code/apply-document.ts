import { type CodeSummary, codePlanRequest } from "@vedette/contract/code/code-plan.ts";
import type { CodeError } from "@vedette/contract/code/code-resources.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { SystemActor } from "../../platform/kernel/actor.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { RequestContext } from "../routing/define-route.ts";
import { applyPlan } from "./apply/apply-plan.ts";
import { type CodeContext, type CodeDeps, createCodeContextOf } from "./code-context.ts";
import { createKinds } from "./kinds/kinds.ts";
import { makePlan } from "./plan/make-plan.ts";

export type SystemDocument = {
  project: string;
  document: Record<string, unknown>;
  sources: Record<string, string>;
  credentials: Record<string, string>;
  /** Deletions that are accepted beyond the threshold of plans; null for none. */
  allowDelete: number | null;
};

/** With errors, nothing was applied. */
export type SystemApplied =
  | { errors: readonly CodeError[] }
  | { errors: null; revision: number; summary: CodeSummary; hasChanged: boolean };

/** Plans a document and applies the plan as the server itself, for a change that no request asks for. */
export type ApplyDocument = (orgId: OrgId, document: SystemDocument) => Promise<SystemApplied>;

type Deps = CodeDeps & { queue: Pick<Queue, "publishEvents">; log: Logger; clock: Clock };

export function createApplyDocument(deps: Deps, actor: SystemActor): ApplyDocument {
  const contextOf = createCodeContextOf(deps);
  const kinds = createKinds(deps.vault);
  return async (orgId, { project, allowDelete, ...written }) => {
    const request = codePlanRequest.parse({
      ...written,
      ...(allowDelete !== null && { options: { allow_delete: allowDelete } }),
    });
    const contexts = new SystemContexts(deps, { orgId, actor });
    const asCode = (ctx: RequestContext): CodeContext => ({ ...contextOf(ctx), mayWriteSecrets: true });
    const plan = await makePlan(asCode(contexts.outside()), kinds, { project, request });
    if (plan.plan_id === null) return { errors: plan.errors };
    const { unchanged: _, ...changes } = plan.summary;
    if (Object.values(changes).every((count) => count === 0)) {
      return { errors: null, revision: plan.revision, summary: plan.summary, hasChanged: false };
    }
    const applying = { plan_id: plan.plan_id, credentials: written.credentials };
    const { revision, summary } = await contexts.inTransaction((ctx) =>
      applyPlan(asCode(ctx), kinds, { project, request: applying }),
    );
    return { errors: null, revision, summary, hasChanged: true };
  };
}

type Effects = Pick<RequestContext, "db" | "emit" | "afterCommit" | "inTransaction">;

/** The contexts of requests that no caller has made. */
class SystemContexts {
  readonly #deps: Deps;
  readonly #caller: { orgId: OrgId; actor: SystemActor };

  constructor(deps: Deps, caller: { orgId: OrgId; actor: SystemActor }) {
    this.#deps = deps;
    this.#caller = caller;
  }

  outside(): RequestContext {
    const { database, queue } = this.#deps;
    return this.#with({
      db: database,
      emit: (event) => queue.publishEvents([event]),
      afterCommit: (work) => void work(),
      inTransaction: (work) => this.inTransaction(work),
    });
  }

  async inTransaction<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T> {
    const { database, queue } = this.#deps;
    const events: LiveEvent[] = [];
    const later: (() => Promise<void>)[] = [];
    const result = await database.transaction((db) =>
      work(
        this.#with({
          db,
          emit: (event) => events.push(event),
          afterCommit: (laterWork) => later.push(laterWork),
          inTransaction: () => Promise.reject(new Error("there is a transaction already")),
        }),
      ),
    );
    if (events.length > 0) queue.publishEvents(events);
    for (const laterWork of later) void laterWork();
    return result;
  }

  /**
   * Guarantee behind the cast: services read the kind, the name and the role of a caller, and the server has those of an
   * owner; the audit log stores no address if there is none.
   */
  #with(effects: Effects): RequestContext {
    const { clock, log, recipients } = this.#deps;
    const { orgId, actor } = this.#caller;
    const requestId = newId(clock.now());
    const context: Omit<RequestContext, "actor" | "ip" | "visitor"> & { actor: object } = {
      ...{ orgId, requestId, clock, ...effects },
      actor: { ...actor, role: "owner" },
      log: log.child({ request_id: requestId }),
      serverUrl: recipients.serverUrl,
      signal: new AbortController().signal,
      progress: null,
      setCookies: () => undefined,
    };
    return context as unknown as RequestContext;
  }
}

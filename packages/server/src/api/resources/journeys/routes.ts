import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams, type OrgId } from "@vedette/contract/common/ids.ts";
import {
  JOURNEY_TEST_EVENTS,
  JOURNEY_TEST_TIMEOUT_SECONDS_MAX,
  journeyTestRunSchema,
  journeyTry,
} from "@vedette/contract/journeys/journey-test-runs.ts";
import {
  journeyCreate,
  journeyListQuery,
  journeySchema,
  journeyUpdate,
} from "@vedette/contract/journeys/journeys.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { createTarget, deleteTarget, getTarget, updateTarget } from "../../../pipeline/targets/lifecycle.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { defineRoute, type Progress, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { TestRuns } from "../runs/service-test-runs.ts";
import { listRunTargets, withLastRun } from "../targets/service-run-targets.ts";
import { JOURNEYS, type JourneyRow } from "./journey-type.ts";
import { toJourney } from "./journey-view.ts";
import { journeyRunRoutes } from "./routes-runs.ts";
import { JOURNEY_TEST_HANDLER_TIMEOUT_MS, type JourneyTestProgress, tryJourney } from "./try-journey.ts";

export type JourneyRouteDeps = {
  availability: (orgId: OrgId) => OrgRunnerAvailability;
  testRuns: TestRuns;
  vault: Vault;
  artifacts: ArtifactStore;
};

const tag = "Journeys";
const URL = "/api/v1/journeys";
const reading = { scope: "agent", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function journeyRoutes(deps: JourneyRouteDeps): Route[] {
  const { availability } = deps;
  return [...definitionRoutes(availability), tryRoute(deps), ...journeyRunRoutes(availability)];
}

function definitionRoutes(availability: JourneyRouteDeps["availability"]): Route[] {
  return [
    defineRoute({
      id: "listJourneys",
      tag,
      method: "GET",
      url: URL,
      summary: "List journeys",
      access: reading,
      request: { query: journeyListQuery },
      response: page(journeySchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listRunTargets(ctx, JOURNEYS, { query, toView: toJourney })),
      }),
    }),
    defineRoute({
      id: "createJourney",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a journey",
      description:
        "Takes `steps` or a Playwright `script`; a script requires the role `admin`. `{{NAME}}` in the " +
        "text of a step is replaced by the value an earlier step set, or by the organization's variable; scripts read " +
        "`vars`. Store credentials in secrets: everyone with read access sees this definition. With neither steps nor " +
        "script, runs fail with `NO_STEPS`.",
      access: writing,
      request: { body: journeyCreate },
      response: success(journeySchema),
      status: 201,
      transaction: true,
      idempotent: true,
      async handler(ctx, { body: input }) {
        const created = { input, availability: availability(ctx.orgId) };
        return ok(toJourney(await createTarget(ctx, JOURNEYS, created), undefined));
      },
    }),
    defineRoute({
      id: "getJourney",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a journey",
      access: reading,
      request: { params: idParams },
      response: success(journeySchema),
      status: 200,
      handler: async (ctx, { params }) =>
        ok(await withLastRun(ctx, await getTarget<JourneyRow>(ctx, JOURNEYS, params.id), toJourney)),
    }),
    defineRoute({
      id: "updateJourney",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a journey",
      description:
        "Updates the given fields; `steps` is replaced as a whole. `null` clears an optional " +
        "field; with `interval_seconds: null` the journey runs on demand only. Changing or removing a script requires the " +
        "role `admin`.",
      access: writing,
      request: { params: idParams, body: journeyUpdate },
      response: success(journeySchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params, body: input }) {
        const change = { id: params.id, input, availability: availability(ctx.orgId) };
        return ok(await withLastRun(ctx, await updateTarget(ctx, JOURNEYS, change), toJourney));
      },
    }),
    defineRoute({
      id: "deleteJourney",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a journey, its statistics and its baselines",
      description:
        "Unfinished runs fail with `CANCELLED`. Each run can still be read by its id. Deleting a journey with a script " +
        "requires the role `admin`.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deleteTarget(ctx, JOURNEYS, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

function tryRoute({ availability, ...deps }: JourneyRouteDeps): Route {
  return defineRoute({
    id: "tryJourney",
    tag,
    method: "POST",
    url: `${URL}/try`,
    summary: "Test an unsaved journey",
    description:
      "Accepts the body of a create request with an optional name, and runs the journey once, for at most " +
      `${JOURNEY_TEST_TIMEOUT_SECONDS_MAX} seconds, without a trace, a video or comparisons of screenshots. Returns ` +
      "what its steps found with secrets masked, and stores nothing. With `Accept: text/event-stream` it sends " +
      "server-sent events: `step` (`{index, name, action, status, started_at, duration_ms, error}`) when a step starts, " +
      "with the status `running`, and ends; `screenshot` (`JourneyTestScreenshot`); then `result`, the JSON " +
      "response, or `error`, the body of an error response. A " +
      "private runner reports no steps before the result. The run stops if the client disconnects. At most 4 test runs " +
      "of an organization run at the same time. Returns 503 if no runner takes the run. A script requires the role `admin`.",
    access: { ...writing, admitsCode: true },
    request: { body: journeyTry },
    response: success(journeyTestRunSchema),
    status: 200,
    handlerTimeoutMs: JOURNEY_TEST_HANDLER_TIMEOUT_MS,
    events: JOURNEY_TEST_EVENTS,
    async handler(ctx, { body }) {
      const progress = ctx.progress && testProgress(ctx.progress);
      return ok(
        await tryJourney(ctx, { ...deps, input: body, availability: availability(ctx.orgId), progress }),
      );
    },
  });
}

function testProgress(progress: Progress): JourneyTestProgress {
  return {
    start: () => progress.start(),
    step: (step) => progress.send("step", step),
    screenshot: (screenshot) => progress.send("screenshot", screenshot),
  };
}

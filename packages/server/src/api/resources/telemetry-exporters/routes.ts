import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  exporterCreate,
  exporterListQuery,
  exporterSchema,
  exporterTestSchema,
  exporterUpdate,
} from "@vedette/contract/telemetry/exporters.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeExporter, createExporter, getExporter, listExporterPage, removeExporter } from "./service.ts";
import { type ExporterTestDeps, testExporter } from "./test-exporter.ts";

const tag = "Telemetry";
const URL = "/api/v1/telemetry-exporters";
const reading = { scope: "read", role: "admin" } as const;
/** The receiver has ten seconds. */
const TEST_TIMEOUT_MS = 20_000;
const managing = { scope: "admin", role: "admin" } as const;

export function telemetryExporterRoutes(deps: ExporterTestDeps): Route[] {
  const { vault } = deps;
  return [
    defineRoute({
      id: "listTelemetryExporters",
      tag,
      method: "GET",
      url: URL,
      summary: "List telemetry exporters",
      access: reading,
      request: { query: exporterListQuery },
      response: page(exporterSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listExporterPage(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createTelemetryExporter",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a telemetry exporter",
      description:
        "Sends metrics and traces of targets to an OpenTelemetry receiver by OTLP over HTTP, in protobuf. Requests that fail " +
        "temporarily are repeated for an hour.",
      access: managing,
      request: { body: exporterCreate },
      response: success(exporterSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createExporter({ ...ctx, vault }, body)),
    }),
    defineRoute({
      id: "getTelemetryExporter",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a telemetry exporter",
      access: reading,
      request: { params: idParams },
      response: success(exporterSchema),
      status: 200,
      measured: ["delivery"],
      handler: async (ctx, { params }) => ok(await getExporter(ctx, params.id)),
    }),
    defineRoute({
      id: "updateTelemetryExporter",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a telemetry exporter",
      description: "Changes the given fields; `headers` replaces all headers.",
      access: managing,
      request: { params: idParams, body: exporterUpdate },
      response: success(exporterSchema),
      status: 200,
      transaction: true,
      measured: ["delivery"],
      handler: async (ctx, { params, body }) => ok(await changeExporter({ ...ctx, vault }, params.id, body)),
    }),
    defineRoute({
      id: "testTelemetryExporter",
      tag,
      method: "POST",
      url: `${URL}/:id/test`,
      summary: "Test a telemetry exporter",
      description:
        "Sends one span and one data point, both named `vedette.test`, at once, and returns what the receiver answered. Also of " +
        "a disabled exporter. 60 times an hour for an organization.",
      access: managing,
      request: { params: idParams },
      response: success(exporterTestSchema),
      status: 200,
      handlerTimeoutMs: TEST_TIMEOUT_MS,
      handler: async (ctx, { params }) => ok(await testExporter({ ...deps, ...ctx }, params.id)),
    }),
    defineRoute({
      id: "deleteTelemetryExporter",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a telemetry exporter",
      description: "Traces that wait are not sent.",
      access: managing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeExporter(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

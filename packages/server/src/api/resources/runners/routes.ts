import { success } from "@vedette/contract/common/envelope.ts";
import {
  POLL_HOLD_MS,
  REPORTS_BYTES_MAX,
  RUNNER_PROTOCOL_HEADER,
  runnerArtifactForm,
  runnerArtifactSchema,
  runnerFileParams,
  runnerPoll,
  runnerReceiptSchema,
  runnerReports,
  runnerWorkSchema,
} from "@vedette/contract/runners/runner-protocol.ts";
import { UPLOAD_BYTES_MAX } from "@vedette/contract/runs/artifacts.ts";
import type { Gateway } from "../../../engine/gateway/gateway.ts";
import type { Tickets } from "../../../engine/gateway/tickets.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import type { ArtifactQuota } from "../../../pipeline/runs/artifact-quota.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import { defineFile, defineForm, defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createFileCounts, keepFile, openNamedFile, receiveFile } from "./files.ts";
import { handOutWork } from "./service.ts";
import { takeReports } from "./take-reports.ts";

export type RunnerRouteDeps = {
  queue: Queue;
  gateway: Gateway;
  tickets: Tickets;
  artifacts: ArtifactStore;
  artifactQuota: ArtifactQuota;
};

const tag = "Runners";
const access = { scope: "runner", role: "runner" } as const;
/** Time beyond the longest poll. */
const GRACE_MS = 10_000;
const PROTOCOL_NOTE = `Used by \`vedette runner\`, with the header \`${RUNNER_PROTOCOL_HEADER}\`.`;

/**
 * The routes for runners at private locations. Only runner keys have access, because work contains secrets.
 */
export function runnerRoutes({
  queue,
  gateway,
  tickets,
  artifacts,
  artifactQuota: quota,
}: RunnerRouteDeps): Route[] {
  const counts = createFileCounts();
  return [
    defineRoute({
      id: "askForWork",
      tag,
      method: "POST",
      url: "/api/agent/runner/poll",
      summary: "Poll for checks and runs to perform",
      description:
        `${PROTOCOL_NOTE} Responds when the key's location has work, or after ${POLL_HOLD_MS / 1_000} s without work. ` +
        "Poll again immediately: a runner counts as online while it polls.",
      access,
      request: { body: runnerPoll },
      response: success(runnerWorkSchema),
      status: 200,
      isSecret: true,
      handlerTimeoutMs: POLL_HOLD_MS + GRACE_MS,
      handler: async (ctx, { body }) => ok(await handOutWork(ctx, { poll: body, gateway, tickets })),
    }),
    defineRoute({
      id: "reportWork",
      tag,
      method: "POST",
      url: "/api/agent/runner/reports",
      summary: "Report the outcomes of checks and runs",
      description:
        `${PROTOCOL_NOTE} Duplicate and late reports have no effect. The body can be compressed with gzip and has at most ` +
        `${REPORTS_BYTES_MAX / 1_048_576} MiB uncompressed.`,
      access,
      request: { body: runnerReports },
      response: success(runnerReceiptSchema),
      status: 200,
      compressedBodyBytesMax: REPORTS_BYTES_MAX,
      handler: async (ctx, { body }) => ok(takeReports(ctx, { reports: body, queue, tickets })),
    }),
    defineForm({
      id: "uploadRunnerFile",
      tag,
      method: "POST",
      url: "/api/agent/runner/files",
      summary: "Upload a file of a run",
      description: `${PROTOCOL_NOTE} The file must match its kind. The run's report references it by \`ref\`.`,
      access,
      request: {},
      form: { fields: runnerArtifactForm, fileBytesMax: UPLOAD_BYTES_MAX },
      response: success(runnerArtifactSchema),
      status: 201,
      async handler(ctx, _input, form) {
        await quota.assertRoom(ctx.db, ctx.orgId);
        const { file, fields } = await form.receive({
          take: (stream) => receiveFile(artifacts, stream),
          undo: ({ key }) => artifacts.remove([key]),
        });
        return ok(await keepFile(ctx, { file, fields, artifacts, tickets, counts, quota }));
      },
    }),
    defineFile({
      id: "getRunnerFile",
      tag,
      method: "GET",
      url: "/api/agent/runner/files/:ref",
      summary: "Get a baseline image of a run",
      description: `${PROTOCOL_NOTE} A run references the baselines of its journey.`,
      access,
      request: { params: runnerFileParams },
      contentType: "application/octet-stream",
      handler: async (ctx, { params: { ref } }) => ({
        contentType: "application/octet-stream",
        isInline: false,
        fileName: "file.bin",
        ...(await openNamedFile(ctx, { ref, artifacts, tickets })),
      }),
    }),
  ];
}

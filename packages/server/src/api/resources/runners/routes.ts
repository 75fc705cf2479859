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
/** Beyond the longest hold. */
const GRACE_MS = 10_000;
const SPOKEN = `What \`vedette runner\` says to the server, with the header \`${RUNNER_PROTOCOL_HEADER}\`.`;

/** What runners at private locations need. Only their keys reach it, for work holds secrets. */
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
      summary: "Ask for checks and runs to make",
      description:
        `${SPOKEN} The answer comes when there is work at the key's location, or after ${POLL_HOLD_MS / 1_000} s without any: ` +
        "ask again at once. A runner is there as long as it asks.",
      access,
      request: { body: runnerPoll },
      response: success(runnerWorkSchema),
      status: 200,
      isSecret: true,
      handlerTimeoutMs: POLL_HOLD_MS + GRACE_MS,
      handler: async (ctx, { body }) => ({
        success: true as const,
        data: await handOutWork(ctx, { poll: body, gateway, tickets }),
      }),
    }),
    defineRoute({
      id: "reportWork",
      tag,
      method: "POST",
      url: "/api/agent/runner/reports",
      summary: "Hand in what checks and runs have found",
      description:
        `${SPOKEN} A report that comes again, or too late, changes nothing. The body may be packed by gzip and has at most ` +
        `${REPORTS_BYTES_MAX / 1_048_576} MiB unpacked.`,
      access,
      request: { body: runnerReports },
      response: success(runnerReceiptSchema),
      status: 200,
      packedBodyBytesMax: REPORTS_BYTES_MAX,
      handler: async (ctx, { body }) => ({
        success: true as const,
        data: takeReports(ctx, { reports: body, queue, tickets }),
      }),
    }),
    defineForm({
      id: "uploadRunnerFile",
      tag,
      method: "POST",
      url: "/api/agent/runner/files",
      summary: "Hand in a file of a run",
      description: `${SPOKEN} The file must be what its kind says. The run's report names it by \`ref\`.`,
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
        return {
          success: true as const,
          data: await keepFile(ctx, { file, fields, artifacts, tickets, counts, quota }),
        };
      },
    }),
    defineFile({
      id: "getRunnerFile",
      tag,
      method: "GET",
      url: "/api/agent/runner/files/:ref",
      summary: "Get a file that a run compares with",
      description: `${SPOKEN} A run names the baselines of its journey.`,
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

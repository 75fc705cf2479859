import { success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  artifactContentQuery,
  artifactForm,
  artifactLinkSchema,
  artifactSchema,
  UPLOAD_BYTES_MAX,
} from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactQuota } from "../../../pipeline/runs/artifact-quota.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { defineFile, defineForm, defineRoute, type Route } from "../../routing/define-route.ts";
import { linkArtifact, type OpenArtifact, openArtifact, openLinkedArtifact } from "./service.ts";
import { addUpload, assertTakesArtifacts, takeFile } from "./service-uploads.ts";

const tag = "Artifacts";
const URL = "/api/v1/artifacts/:id";
const viewing = { scope: "agent", role: "viewer" } as const;

export type ArtifactRouteDeps = {
  database: Database;
  artifacts: ArtifactStore;
  artifactQuota: ArtifactQuota;
  installationSecret: string;
};

export function artifactRoutes({
  database,
  artifacts,
  artifactQuota: quota,
  installationSecret: secret,
}: ArtifactRouteDeps): Route[] {
  return [
    defineFile({
      id: "getArtifact",
      tag,
      method: "GET",
      url: URL,
      summary: "Get a file of a run",
      description:
        "Images and videos as what they are, everything else to be saved. Takes `Range` and `If-None-Match`. Open a " +
        "trace with `npx playwright show-trace FILE`.",
      access: viewing,
      request: { params: idParams },
      contentType: "application/octet-stream",
      handler: async (ctx, { params }) => fileAnswer(await openArtifact({ ...ctx, artifacts }, params.id)),
    }),
    defineRoute({
      id: "linkArtifact",
      tag,
      method: "POST",
      url: `${URL}/link`,
      summary: "Make a link to a file of a run that needs no credential",
      description:
        "It holds for 15 minutes and cannot be taken back. Whoever has it has the file. Where files are kept in a store of " +
        "S3's kind, it leads to that store.",
      access: viewing,
      request: { params: idParams },
      response: success(artifactLinkSchema),
      status: 201,
      handler: async (ctx, { params }) => ok(await linkArtifact({ ...ctx, artifacts, secret }, params.id)),
    }),
    defineFile({
      id: "getLinkedArtifact",
      tag,
      method: "GET",
      url: `${URL}/content`,
      summary: "Get a file of a run by a link to it",
      access: "public",
      request: { params: idParams, query: artifactContentQuery },
      contentType: "application/octet-stream",
      handler: async ({ clock }, { params, query }) =>
        fileAnswer(
          await openLinkedArtifact({ db: database, artifacts, clock, secret }, { id: params.id, ...query }),
        ),
    }),
    defineForm({
      id: "uploadArtifact",
      tag,
      method: "POST",
      url: "/api/agent/runs/:id/artifacts",
      summary: "Add a file to a run",
      description:
        "`multipart/form-data` with `file` (at most 25 MiB, 5 MiB for a screenshot, 10 MiB for a HAR, 1 MiB for a log), " +
        "`kind` and `name`. The file must be what its kind says; it is deleted with its run.",
      access: { scope: "agent", role: "member" },
      request: { params: idParams },
      form: { fields: artifactForm, fileBytesMax: UPLOAD_BYTES_MAX },
      response: success(artifactSchema),
      status: 201,
      async handler(ctx, { params: { id: runId } }, form) {
        const within = { ...ctx, artifacts, quota };
        await quota.assertRoom(ctx.db, ctx.orgId);
        await assertTakesArtifacts(within, runId);
        const { file, fields } = await form.receive({
          take: (file, fileName) => takeFile(within, { file, fileName, bytesMax: UPLOAD_BYTES_MAX }),
          undo: ({ key }) => artifacts.remove([key]),
        });
        return ok(await addUpload(within, { runId, file, fields }));
      },
    }),
  ];
}

function fileAnswer({ id, type, fileName, bytes, open }: OpenArtifact) {
  return {
    contentType: type.contentType,
    isInline: type.isShown,
    fileName,
    bytes,
    etag: `"${id}"`,
    open,
  };
}

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

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
import { ok } from "../../routing/ok.ts";
import { linkArtifact, type OpenArtifact, openArtifact, openLinkedArtifact } from "./service.ts";
import { addUpload, assertAcceptsArtifacts, storeUpload } from "./service-uploads.ts";

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
        "Images and videos are served inline, everything else as a download. Supports `Range` and `If-None-Match`. Open a " +
        "trace with `npx playwright show-trace FILE`.",
      access: viewing,
      request: { params: idParams },
      contentType: "application/octet-stream",
      handler: async (ctx, { params }) =>
        toFileResponse(await openArtifact({ ...ctx, artifacts }, params.id)),
    }),
    defineRoute({
      id: "linkArtifact",
      tag,
      method: "POST",
      url: `${URL}/link`,
      summary: "Create a link to a file of a run that needs no credentials",
      description:
        "Valid for 15 minutes; cannot be revoked. Anyone who has the link can read the file. If files are stored in an " +
        "S3-compatible store, the link points to that store.",
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
      summary: "Get a file of a run by a signed link",
      access: "public",
      request: { params: idParams, query: artifactContentQuery },
      contentType: "application/octet-stream",
      handler: async ({ clock }, { params, query }) =>
        toFileResponse(
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
        "`kind` and `name`. The file must match its kind. It is deleted with its run.",
      access: { scope: "agent", role: "member" },
      request: { params: idParams },
      form: { fields: artifactForm, fileBytesMax: UPLOAD_BYTES_MAX },
      response: success(artifactSchema),
      status: 201,
      async handler(ctx, { params: { id: runId } }, form) {
        const uploadCtx = { ...ctx, artifacts, quota };
        await quota.assertRoom(ctx.db, ctx.orgId);
        await assertAcceptsArtifacts(uploadCtx, runId);
        const { file, fields } = await form.receive({
          take: (file, fileName) => storeUpload(uploadCtx, { file, fileName, bytesMax: UPLOAD_BYTES_MAX }),
          undo: ({ key }) => artifacts.remove([key]),
        });
        return ok(await addUpload(uploadCtx, { runId, file, fields }));
      },
    }),
  ];
}

function toFileResponse({ id, type, fileName, bytes, open }: OpenArtifact) {
  return {
    contentType: type.contentType,
    isInline: type.isInline,
    fileName,
    bytes,
    etag: `"${id}"`,
    open,
  };
}

import { z } from "zod";
import { timestamp, wholeNumberOf } from "../common/paging.ts";

/** Files of runs: screenshots, traces, videos, logs. */

export const ARTIFACT_KINDS = ["screenshot", "trace", "video", "har", "log", "baseline", "diff"] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

const MEBIBYTE = 1_048_576;

/** Maximum file size of each kind: several times the size of a run of a few minutes. */
export const ARTIFACT_BYTES_MAX: Readonly<Record<ArtifactKind, number>> = {
  screenshot: 5 * MEBIBYTE,
  trace: 25 * MEBIBYTE,
  video: 50 * MEBIBYTE,
  har: 10 * MEBIBYTE,
  log: MEBIBYTE,
  baseline: 5 * MEBIBYTE,
  diff: 5 * MEBIBYTE,
};

/** Maximum size of a file that a pipeline uploads. */
export const UPLOAD_BYTES_MAX = 25 * MEBIBYTE;

/** Other kinds are created by Vedette: a pipeline must not be able to replace a baseline. */
const UPLOAD_KINDS = ["screenshot", "trace", "video", "har", "log"] as const;

const ARTIFACT_NAME_LENGTH_MAX = 200;

export const artifactSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ARTIFACT_KINDS),
    name: z.string(),
    bytes: z.number(),
    url: z.string().meta({ description: "Requires the same credentials as the run" }),
  })
  .meta({ id: "Artifact" });
export type Artifact = z.output<typeof artifactSchema>;

/** The form fields of an upload, besides `file`. */
export const artifactForm = z.strictObject({
  kind: z.enum(UPLOAD_KINDS),
  name: z
    .string()
    .trim()
    .min(1)
    .max(ARTIFACT_NAME_LENGTH_MAX)
    .regex(/^[^\p{Cc}]*$/u, "must not contain control characters")
    .optional()
    .meta({ description: "Default: the name of the file" }),
  org_id: z
    .string()
    .optional()
    .meta({ description: "The organization of the key; any other ID returns 403" }),
});
export type ArtifactForm = z.output<typeof artifactForm>;

export const artifactLinkSchema = z
  .object({
    url: z.string().meta({ description: "Requires no credentials until `expires_at`" }),
    expires_at: timestamp,
  })
  .meta({ id: "ArtifactLink" });
export type ArtifactLink = z.output<typeof artifactLinkSchema>;

export const artifactContentQuery = z.strictObject({
  expires: z
    .string()
    .regex(/^[0-9]{1,12}$/, "must be epoch seconds")
    .transform(Number)
    .meta(wholeNumberOf(0)),
  signature: z.string().max(100),
});

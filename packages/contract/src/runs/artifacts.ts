import { z } from "zod";
import { timestamp, wholeNumberOf } from "../common/paging.ts";

/** Files that runs leave behind: pictures, traces, videos, logs. */

export const ARTIFACT_KINDS = ["screenshot", "trace", "video", "har", "log", "baseline", "diff"] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

const MEBIBYTE = 1_048_576;

/** The largest file of each kind: several times what a run of a few minutes yields. */
export const ARTIFACT_BYTES_MAX: Readonly<Record<ArtifactKind, number>> = {
  screenshot: 5 * MEBIBYTE,
  trace: 25 * MEBIBYTE,
  video: 50 * MEBIBYTE,
  har: 10 * MEBIBYTE,
  log: MEBIBYTE,
  baseline: 5 * MEBIBYTE,
  diff: 5 * MEBIBYTE,
};

/** The largest file that a pipeline may hand in. Source: decisions.md, section 1. */
export const UPLOAD_BYTES_MAX = 25 * MEBIBYTE;

/** The rest are ours to make: a pipeline cannot pass an image off as a baseline. */
const UPLOAD_KINDS = ["screenshot", "trace", "video", "har", "log"] as const;

const ARTIFACT_NAME_LENGTH_MAX = 200;

export const artifactSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ARTIFACT_KINDS),
    name: z.string(),
    bytes: z.number(),
    url: z.string().meta({ description: "Asks for the same credential as the run" }),
  })
  .meta({ id: "Artifact" });
export type Artifact = z.output<typeof artifactSchema>;

/** The fields of an upload, beside its `file`. */
export const artifactForm = z.strictObject({
  kind: z.enum(UPLOAD_KINDS),
  name: z
    .string()
    .trim()
    .min(1)
    .max(ARTIFACT_NAME_LENGTH_MAX)
    .regex(/^[^\p{Cc}]*$/u, "must be text without control characters")
    .optional()
    .meta({ description: "Default: the file's own name" }),
  org_id: z.string().optional().meta({ description: "The key's own organization; another's is 403" }),
});
export type ArtifactForm = z.output<typeof artifactForm>;

export const artifactLinkSchema = z
  .object({
    url: z.string().meta({ description: "Needs no credential until `expires_at`" }),
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

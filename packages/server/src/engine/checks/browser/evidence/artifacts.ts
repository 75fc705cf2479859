import { ARTIFACT_BYTES_MAX, type ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import type { ProducedArtifact } from "@vedette/contract/runs/run-job.ts";
import type {
  ArtifactError,
  ArtifactSource,
  ArtifactStore,
} from "../../../../platform/artifacts/artifact-store.ts";

/** The files of one attempt. A file that cannot be stored is reported and does not affect the result. */
export type Artifacts = {
  /** Stores a file and returns its key, or null if it was not stored. */
  store(file: ArtifactFile, source: ArtifactSource): Promise<string | null>;
  /** Records why a file could not be created. */
  recordMissing(name: string, reason: string): void;
  readonly stored: ProducedArtifact[];
  /** Returns the first reason why a file is missing. */
  error(): string | null;
};

export type ArtifactFile = {
  kind: ArtifactKind;
  name: string;
  contentType: string;
  stepIndex: number | null;
  label?: string;
};

const OVER_QUOTA: ArtifactError = {
  error: "too_large",
  message: "The files of the organization's runs have reached their quota.",
};

/** For one attempt: one screenshot per step, three files per comparison. */
const ARTIFACTS_MAX = 320;

/** `bytesMax` limits the total size of the files. */
export function createArtifacts(
  store: Pick<ArtifactStore, "save">,
  { bytesMax = Number.POSITIVE_INFINITY }: { bytesMax?: number | undefined } = {},
): Artifacts {
  let leftBytes = bytesMax;
  const stored: ProducedArtifact[] = [];
  let error: string | null = null;
  return {
    stored: stored,
    error: () => error,
    recordMissing(name, reason) {
      error ??= `${name}: ${reason}`;
    },
    async store(file, source) {
      if (stored.length >= ARTIFACTS_MAX) {
        error ??= `more than ${ARTIFACTS_MAX} files in one run`;
        return null;
      }
      const ofKindMax = ARTIFACT_BYTES_MAX[file.kind];
      const saved =
        leftBytes > 0 ? await store.save(source, { bytesMax: Math.min(ofKindMax, leftBytes) }) : OVER_QUOTA;
      if ("error" in saved) {
        const isOverQuota = saved.error === "too_large" && leftBytes < ofKindMax;
        error ??= `${file.name}: ${isOverQuota ? OVER_QUOTA.message : saved.message}`;
        return null;
      }
      leftBytes -= saved.bytes;
      stored.push({ ...file, key: saved.key, bytes: saved.bytes });
      return saved.key;
    },
  };
}

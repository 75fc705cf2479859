import { ARTIFACT_BYTES_MAX, type ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import type { ProducedArtifact } from "@vedette/contract/runs/run-job.ts";
import type {
  ArtifactFault,
  ArtifactSource,
  ArtifactStore,
} from "../../../../platform/artifacts/artifact-store.ts";

/** The files that one attempt leaves behind. One that cannot be kept is told and costs no result. */
export type Artifacts = {
  /** The key under which it is kept; null where it was not. */
  keep(file: ArtifactFile, source: ArtifactSource): Promise<string | null>;
  /** Says why a file is missing that never came to be. */
  miss(name: string, reason: string): void;
  readonly kept: ProducedArtifact[];
  /** Why something is missing: the first reason. */
  fault(): string | null;
};

export type ArtifactFile = {
  kind: ArtifactKind;
  name: string;
  contentType: string;
  stepIndex: number | null;
  label?: string;
};

const OVER_QUOTA: ArtifactFault = {
  fault: "too_large",
  message: "The files of the organization's runs have reached their quota.",
};

/** Of one attempt: a picture a step, three a comparison. */
const ARTIFACTS_MAX = 320;

/** `bytesMax` is what the files may have together. */
export function createArtifacts(
  store: Pick<ArtifactStore, "save">,
  { bytesMax = Number.POSITIVE_INFINITY }: { bytesMax?: number | undefined } = {},
): Artifacts {
  let leftBytes = bytesMax;
  const kept: ProducedArtifact[] = [];
  let fault: string | null = null;
  return {
    kept,
    fault: () => fault,
    miss(name, reason) {
      fault ??= `${name}: ${reason}`;
    },
    async keep(file, source) {
      if (kept.length >= ARTIFACTS_MAX) {
        fault ??= `more than ${ARTIFACTS_MAX} files in one run`;
        return null;
      }
      const ofKindMax = ARTIFACT_BYTES_MAX[file.kind];
      const saved =
        leftBytes > 0 ? await store.save(source, { bytesMax: Math.min(ofKindMax, leftBytes) }) : OVER_QUOTA;
      if ("fault" in saved) {
        const isOverQuota = saved.fault === "too_large" && leftBytes < ofKindMax;
        fault ??= `${file.name}: ${isOverQuota ? OVER_QUOTA.message : saved.message}`;
        return null;
      }
      leftBytes -= saved.bytes;
      kept.push({ ...file, key: saved.key, bytes: saved.bytes });
      return saved.key;
    },
  };
}

import { ARTIFACT_BYTES_MAX, type ArtifactKind } from "@vedette/contract/artifacts.ts";
import type { ProducedArtifact } from "@vedette/contract/run-job.ts";
import type { ArtifactSource, ArtifactStore } from "../../artifacts/artifact-store.ts";

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

/** Of one attempt: a picture a step, three a comparison. */
const ARTIFACTS_MAX = 320;

export function createArtifacts(store: Pick<ArtifactStore, "save">): Artifacts {
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
      const saved = await store.save(source, { bytesMax: ARTIFACT_BYTES_MAX[file.kind] });
      if ("fault" in saved) {
        fault ??= `${file.name}: ${saved.message}`;
        return null;
      }
      kept.push({ ...file, key: saved.key, bytes: saved.bytes });
      return saved.key;
    },
  };
}

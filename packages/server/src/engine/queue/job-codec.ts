import type { CheckJob, CheckSpec } from "@vedette/contract/checks/check-run.ts";

/**
 * A job as it is sent to another thread. The spec, by far its largest part, is sent only if it is new to the
 * other side, which caches it by series together with its organization: a schedule repeats the same spec
 * indefinitely.
 */
export type JobLine = Omit<CheckJob, "spec" | "orgId"> & { spec: CheckSpec | null; orgId: string | null };

/**
 * Maximum number of specs cached on either side. Beyond it both caches are cleared, which costs one resend of
 * each spec.
 */
const SPECS_MAX = 100_000;

/** Encodes jobs as lines. If `forget` is set, the decoder must clear its cache first. */
export function createJobEncoder(): (jobs: readonly CheckJob[]) => { forget: boolean; lines: JobLine[] } {
  const sent = new Map<number, CheckSpec>();
  return (jobs) => {
    const forget = sent.size + jobs.length > SPECS_MAX;
    if (forget) sent.clear();
    const lines = jobs.map((job): JobLine => {
      if (job.trigger !== "schedule") return job;
      if (sent.get(job.seriesKey) === job.spec) return { ...job, spec: null, orgId: null };
      sent.set(job.seriesKey, job.spec);
      return job;
    });
    return { forget, lines };
  };
}

/** The counterpart of `createJobEncoder`. Calls must come in the order of the encoder's results. */
export function createJobDecoder(): (message: { forget: boolean; lines: readonly JobLine[] }) => CheckJob[] {
  const known = new Map<number, Pick<CheckJob, "spec" | "orgId">>();
  return ({ forget, lines }) => {
    if (forget) known.clear();
    return lines.map((line) => {
      const { spec, orgId } = line;
      if (spec === null || orgId === null) {
        const found = known.get(line.seriesKey);
        if (!found) throw new Error(`no spec is known for series ${line.seriesKey}`);
        return { ...line, ...found };
      }
      if (line.trigger === "schedule") known.set(line.seriesKey, { spec, orgId });
      return { ...line, spec, orgId };
    });
  };
}

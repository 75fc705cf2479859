import type { CodeMonitor } from "@vedette/contract/code/code-targets.ts";

/** What a source of discovery found: monitors by key, and what it could not read. */

/** The fields of a monitor as a document has them; the server validates them. */
export type MonitorFields = Partial<CodeMonitor>;

export type FoundMonitor = {
  key: string;
  fields: MonitorFields;
  /** Where it was found, for people: `container web` or `Ingress shop/web`. */
  origin: string;
};

export type Found = { monitors: FoundMonitor[]; faults: Fault[] };
export type Fault = { origin: string; message: string };

/** Reads everything that is there now. Throws if the source does not answer, so that nothing seems to be gone. */
export type Source = { name: "docker" | "kubernetes"; read(signal: AbortSignal): Promise<Found> };

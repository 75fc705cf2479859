import type { ScheduleLayerInput } from "@vedette/contract/on-call/schedules.ts";

/** What the readers of other tools return: schedules and policies with people by their email addresses. */

export type ImportProblem = { item: string; reason: string };

export type ImportedSchedule = {
  /** The ID in the other tool, by which policies name it. */
  sourceId: string;
  name: string;
  description: string;
  timezone: string;
  /** `people` are email addresses. */
  layers: ScheduleLayerInput[];
  overrides: { email: string; from: Date; to: Date }[];
};

export type ImportedPolicy = {
  name: string;
  description: string;
  repeatCount: number;
  repeatWaitSeconds: number | null;
  steps: { waitSeconds: number; notify: ImportedTarget[] }[];
};

export type ImportedTarget = { type: "user"; email: string } | { type: "schedule"; sourceId: string };

export type Imported = {
  schedules: ImportedSchedule[];
  policies: ImportedPolicy[];
  problems: ImportProblem[];
};

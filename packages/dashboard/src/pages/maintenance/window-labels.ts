import { t } from "../../language/t.ts";

/** The labels of what a window covers. */
export const COVERS_OPTIONS: readonly { value: "all" | "some"; label: string }[] = [
  { value: "some", label: t("Targets by tag, group, kind or name") },
  { value: "all", label: t("All targets") },
];

/** The labels of the maintenance modes. */
export const MODE_OPTIONS: readonly { value: "mute" | "pause"; label: string }[] = [
  { value: "mute", label: t("Keep checking, mute notifications") },
  { value: "pause", label: t("Pause checks and notifications") },
];

/** The labels of the maintenance modes. */
export const MODE_OPTIONS: readonly { value: "mute" | "pause"; label: string }[] = [
  { value: "mute", label: "Keep checking, mute notifications" },
  { value: "pause", label: "Pause checks and notifications" },
];

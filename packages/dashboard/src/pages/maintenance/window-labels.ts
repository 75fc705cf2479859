/** What happens during a window, in words. */
export const MODE_OPTIONS: readonly { value: "mute" | "pause"; label: string }[] = [
  { value: "mute", label: "Checks go on, nobody is told" },
  { value: "pause", label: "No check starts, nobody is told" },
];

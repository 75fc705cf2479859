export const RUN_TABS = ["steps", "screenshots", "console", "requests"] as const;

export type RunTab = (typeof RUN_TABS)[number];

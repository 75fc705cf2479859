/** What the address of the editor says: the open tab, and the incident that is shown in it. */

export const EDITOR_TABS = [
  "components",
  "incidents",
  "maintenance",
  "appearance",
  "figures",
  "access",
  "domains",
  "settings",
] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** Fields of the first tab, and of no incident, are left out. */
export type EditorSearch = { tab?: EditorTab; incident?: string };

export function readEditorSearch({
  tab: wanted,
  incident,
}: {
  tab?: unknown;
  incident?: unknown;
}): EditorSearch {
  const tab = EDITOR_TABS.find((one) => one === wanted);
  return {
    ...(tab && tab !== "components" && { tab }),
    ...(tab === "incidents" && typeof incident === "string" && { incident }),
  };
}

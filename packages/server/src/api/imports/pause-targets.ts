import type { CodeDocument } from "@vedette/contract/code/code-document.ts";

const TARGET_SECTIONS = ["monitors", "api_monitors", "journeys", "heartbeats"] as const;

/** Returns the document with all targets paused. */
export function pauseTargets(document: CodeDocument): CodeDocument {
  const sections = TARGET_SECTIONS.flatMap((section) => {
    const resources = document[section];
    if (!resources) return [];
    const paused = Object.entries(resources).map(([key, fields]) => [key, { ...fields, enabled: false }]);
    return [[section, Object.fromEntries(paused)]];
  });
  return { ...document, ...Object.fromEntries(sections) };
}

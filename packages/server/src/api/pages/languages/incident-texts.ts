import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { CATALOGUE } from "./catalogue.ts";
import { createLocale } from "./locale.ts";

/** The texts of incidents that alerts create or people draft, from the words of the page. */
export function incidentTexts(language: PageLanguage) {
  const messages = CATALOGUE[language];
  const { incidentStatus, affectedComponents } = messages;
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { style: "short" }).format(names);
  return {
    title: (names: readonly string[]) => `${list(names)}: ${incidentStatus.investigating}`,
    opened: (names: readonly string[]) =>
      `${incidentStatus.investigating}. ${affectedComponents}: ${list(names.map(plain))}.`,
    resolved: `${incidentStatus.resolved}.`,
    draft: {
      title: (names: readonly string[]) =>
        names.length === 0 ? incidentStatus.investigating : `${list(names)}: ${incidentStatus.investigating}`,
      message: ({
        components,
        sinceMs,
        timeZone,
      }: {
        components: readonly string[];
        sinceMs: number;
        timeZone: string;
      }) => {
        const { time, zone } = createLocale(language, { timezone: timeZone, messages });
        const names =
          components.length === 0 ? "" : `\n\n${affectedComponents}: ${list(components.map(plain))}.`;
        return `${incidentStatus.investigating}. ${messages.started}: ${time(sinceMs)} (${zone(sinceMs)}).${names}`;
      },
    },
  };
}

/** A name is not Markdown. */
function plain(name: string): string {
  return name.replaceAll(/[\\`*_{}[\]()#+.!|<>~-]/g, (character) => `\\${character}`);
}

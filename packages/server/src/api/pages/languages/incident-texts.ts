import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { CATALOGUE } from "./catalogue.ts";
import { createLocale } from "./locale.ts";

type DraftFacts = {
  /** Names of components. */
  components: readonly string[];
  sinceMs: number;
  timeZone: string;
  locations: { failing: readonly string[]; total: number };
};

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
      message: ({ components, sinceMs, timeZone, locations }: DraftFacts) => {
        const { time, zone, fill } = createLocale(language, { timezone: timeZone, messages });
        const since = `${time(sinceMs)} (${zone(sinceMs)})`;
        if (components.length === 0) return `${incidentStatus.investigating}. ${messages.started}: ${since}.`;
        const { failing, total } = locations;
        // A single location says nothing about where visitors are.
        const isPartial = failing.length > 0 && total > 1;
        return fill(isPartial ? messages.failingFrom : messages.failingSince, {
          time: since,
          components: list(components.map(plain)),
          locations: list(failing.map(plain)),
          failing: String(failing.length),
          total: String(total),
        });
      },
    },
  };
}

/** A name is not Markdown. */
function plain(name: string): string {
  return name.replaceAll(/[\\`*_{}[\]()#+.!|<>~-]/g, (character) => `\\${character}`);
}

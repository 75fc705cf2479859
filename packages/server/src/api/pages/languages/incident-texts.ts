import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { CATALOGUE } from "./catalogue.ts";

/** The texts of incidents that alerts create, from the words of the page. */
export function incidentTexts(language: PageLanguage) {
  const { incidentStatus, affectedComponents } = CATALOGUE[language];
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { style: "short" }).format(names);
  return {
    title: (names: readonly string[]) => `${list(names)}: ${incidentStatus.investigating}`,
    opened: (names: readonly string[]) =>
      `${incidentStatus.investigating}. ${affectedComponents}: ${list(names.map(plain))}.`,
    resolved: `${incidentStatus.resolved}.`,
  };
}

/** A name is not Markdown. */
function plain(name: string): string {
  return name.replaceAll(/[\\`*_{}[\]()#+.!|<>~-]/g, (character) => `\\${character}`);
}

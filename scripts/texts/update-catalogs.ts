import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogs, readDashboardTexts } from "./catalogs.ts";

/**
 * `npm run texts`: sorts the catalogs of the dashboard, moves each translation to the folder that uses its text, adds
 * texts without a translation as "", and removes those that the source no longer has.
 */
const LANGUAGES = ["de"];
const root = join(import.meta.dirname, "../..");
const { keysByFolder } = readDashboardTexts(root);
const byText = new Intl.Collator("en", { numeric: true });

for (const language of LANGUAGES) {
  const catalogs = readCatalogs(root, language);
  const translations = Object.assign({}, ...catalogs.values());
  let missing = 0;
  for (const folder of new Set([...catalogs.keys(), ...keysByFolder.keys()])) {
    const keys = [...(keysByFolder.get(folder) ?? [])].sort(byText.compare);
    const catalog = Object.fromEntries(keys.map((key) => [key, translations[key] ?? ""]));
    missing += Object.values(catalog).filter((translation) => translation === "").length;
    writeFileSync(join(root, folder, `${language}.json`), `${JSON.stringify(catalog, null, 2)}\n`);
  }
  process.stdout.write(`${language}: ${missing} texts have no translation.\n`);
}

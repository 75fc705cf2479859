const files = import.meta.glob<Record<string, string>>("../**/de.json", { eager: true, import: "default" });

/** All German texts by the English text, from the file `de.json` of each folder. */
export const GERMAN_TEXTS: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(files));

import { t } from "../../language/t.ts";

const NAME_LENGTH_MAX = 200;

/** Returns the name of a copy. */
export function copyName(name: string): string {
  return t("Copy of {name}", { name }).slice(0, NAME_LENGTH_MAX);
}

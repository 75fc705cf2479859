/** The packages that a script may import beside what is part of Node; a runner shows it these and no others. */
export const SCRIPT_PACKAGES = ["@playwright/test", "playwright", "playwright-core"] as const;

/** Said when a script is saved, and of a run whose script asks for a module only while it runs. */
export function missingModuleText(module: string): string {
  return `the module "${module}" is not there: a script may import @playwright/test and what is part of Node`;
}

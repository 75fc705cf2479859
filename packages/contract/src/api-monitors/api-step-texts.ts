import { templateNames } from "../variables/template.ts";

/** The texts of a step that may contain `{{NAME}}` references, and the variables they reference. */

export type StepTexts = {
  url: string;
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  auth: object | null;
  assertions: readonly { value: unknown }[];
};

/**
 * Returns the organization variables that an API monitor may need: those its steps reference and it has no value for.
 * A variable that an earlier step extracts is included, because that step may fail while the run continues.
 */
export function variablesNamed({
  steps,
  variables,
}: {
  steps: readonly StepTexts[];
  variables: Readonly<Record<string, string>>;
}): string[] {
  const names = new Set(steps.flatMap(textsOf).flatMap(templateNames));
  return [...names].filter((name) => !Object.hasOwn(variables, name));
}

function textsOf({ url, headers, query, body, auth, assertions }: StepTexts): string[] {
  return [
    url,
    ...Object.values(headers),
    ...Object.values(query),
    ...textsIn(body),
    ...textsIn(auth),
    ...assertions.flatMap(({ value }) => textsIn(value)),
  ];
}

/** Returns all strings in a JSON value. Field names are excluded: they are sent unchanged. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

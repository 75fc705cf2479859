import { templateNames } from "../variables/template.ts";

/** The texts of a step in which `{{NAME}}` may stand, and the variables that they name. */

export type StepTexts = {
  url: string;
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  auth: { type: "basic"; username: string; password: string } | { type: "bearer"; token: string } | null;
  assertions: readonly { value: unknown }[];
};

/**
 * The organization's variables that an API monitor may need: what its steps name and it has no value of its
 * own for. One that an earlier step extracts is among them, for that step may fail and the run go on.
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
    ...authTexts(auth),
    ...assertions.flatMap(({ value }) => textsIn(value)),
  ];
}

function authTexts(auth: StepTexts["auth"]): string[] {
  if (auth === null) return [];
  return auth.type === "basic" ? [auth.username, auth.password] : [auth.token];
}

/** The texts of a JSON value. Names of fields are no texts: they are sent as they are written. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

import { type CodeResource, isObject } from "@vedette/contract/code/code-resources.ts";
import { toCreateRequest } from "@vedette/contract/code/to-create-request.ts";
import { nearestName } from "@vedette/contract/common/nearest-name.ts";
import type { JourneyTestRun } from "@vedette/contract/journeys/journey-test-runs.ts";
import type { CheckTestRun, TestRunResult } from "@vedette/contract/targets/test-runs.ts";
import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { UsageError } from "../exit-codes.ts";
import { withBaseUrl } from "./base-url.ts";
import { mapTexts } from "./map-texts.ts";

/** Requests that run targets of a document without storing them. */

export type SuiteTestRequest = { resource: CodeResource; path: string; body: Record<string, unknown> };
export type SuiteTestResult = CheckTestRun | TestRunResult | JourneyTestRun;

export type TestSelection = {
  /** Keys of targets; empty for all. */
  keys: readonly string[];
  /** A target needs one of them; empty for all. */
  tags: readonly string[];
  location: string | undefined;
  baseUrl: string | undefined;
  /** Values of variables, which take precedence over those of the document. */
  variables: Readonly<Record<string, string>>;
};

const PATHS: Partial<Record<string, string>> = {
  monitor: "monitors/try",
  api_monitor: "api-monitors/try",
  journey: "journeys/try",
};

/** Monitors that no runner checks. */
const COMPUTED: ReadonlySet<unknown> = new Set(["composite", "manual", "domain"]);

/** What a test run does not use: it is about resources that need not exist. */
const LEFT_OUT = ["group_id", "parents", "selector"] as const;

/** Returns a request for each target that the selection is about. */
export function testRequests(
  resources: readonly CodeResource[],
  selection: TestSelection,
): SuiteTestRequest[] {
  const testable = resources.filter(
    ({ kind, fields }) => PATHS[kind] !== undefined && !COMPUTED.has(fields.type),
  );
  assertKeys(testable, selection.keys);
  const variables = { ...variablesOf(resources), ...selection.variables };
  return testable
    .filter((resource) => isSelected(resource, selection))
    .map((resource) => ({
      resource,
      path: PATHS[resource.kind] ?? "",
      body: bodyOf(resource, { selection, variables }),
    }));
}

function assertKeys(testable: readonly CodeResource[], keys: readonly string[]): void {
  const known = testable.map(({ key }) => key);
  for (const key of keys) {
    if (known.includes(key)) continue;
    const nearest = nearestName(key, known);
    const advice = nearest === null ? "" : ` Did you mean '${nearest}'?`;
    throw new UsageError(`'${key}' is not the key of a target that can be tested.${advice}`);
  }
}

function isSelected({ key, fields }: CodeResource, { keys, tags }: TestSelection): boolean {
  const own: unknown[] = Array.isArray(fields.tags) ? fields.tags : [];
  return (
    (keys.length === 0 || keys.includes(key)) && (tags.length === 0 || tags.some((tag) => own.includes(tag)))
  );
}

/** The variables of the document, without secrets. */
function variablesOf(resources: readonly CodeResource[]): Record<string, string> {
  const plain = resources.filter(({ kind, fields }) => kind === "variable" && fields.type === "string");
  return Object.fromEntries(plain.map(({ key, fields }) => [key, String(fields.value)]));
}

type Overrides = { selection: TestSelection; variables: Readonly<Record<string, string>> };

function bodyOf(resource: CodeResource, { selection, variables }: Overrides): Record<string, unknown> {
  const { body } = toCreateRequest(resource, { idOf: () => "", personOf: () => "", valueOf: () => "" });
  for (const field of LEFT_OUT) delete body[field];
  if (selection.location !== undefined) setLocation(body, resource, selection.location);
  // The steps of an API monitor extract variables, whose names the document may use too.
  const filled =
    resource.kind === "api_monitor"
      ? { ...body, variables: { ...variables, ...(isObject(body.variables) ? body.variables : {}) } }
      : withVariables(body, variables);
  return selection.baseUrl === undefined ? filled : withBaseUrl(filled, selection.baseUrl, variables);
}

function setLocation(body: Record<string, unknown>, { kind }: CodeResource, location: string): void {
  body.locations = [location];
  if (kind !== "monitor") body.location = location;
  if (kind === "journey") body.primary_location = location;
}

function withVariables<T>(value: T, variables: Readonly<Record<string, string>>): T {
  return mapTexts(value, (text) =>
    // The server replaces secrets, and what the document does not define.
    text.replace(/(?<!\\)\{\{[ \t]*([A-Za-z_]\w*)[ \t]*\}\}/g, (written, name: string) =>
      Object.hasOwn(variables, name) ? escapeTemplate(variables[name] ?? "") : written,
    ),
  );
}

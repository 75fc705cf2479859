import { textsIn } from "../api-monitors/api-step-texts.ts";
import { templateNames } from "../variables/template.ts";

/** Names derived from a journey: the variables it references, and the viewport of its screenshots. */

/** How a script references a variable, besides `{{NAME}}`. */
const IN_SCRIPTS = /\b(?:vars|process\.env)(?:\.|\[\s*["'`])([A-Za-z_][A-Za-z0-9_]{0,63})/g;

/** Returns the organization variables that a journey may need, including those that a step sets. */
export function journeyVariables({ steps, script }: { steps: unknown; script: string | null }): string[] {
  const inSteps = textsIn(steps).flatMap(templateNames);
  const inScript = Array.from((script ?? "").matchAll(IN_SCRIPTS), (match) => match[1] ?? "");
  return [...new Set([...inSteps, ...templateNames(script ?? ""), ...inScript])];
}

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };

/** Returns `1280x720` or the device name. Only screenshots of the same viewport are compared. */
export function viewportName({
  viewport,
  device,
}: {
  viewport: { width: number; height: number } | null;
  device: string | null;
}): string {
  if (viewport === null && device !== null) return device;
  const { width, height } = viewport ?? DEFAULT_VIEWPORT;
  return `${width}x${height}`;
}

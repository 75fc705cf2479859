import { textsIn } from "../api-monitors/api-step-texts.ts";
import { templateNames } from "../variables/template.ts";

/** Names that a journey goes by: of the variables that it needs, and of what its pictures are pictures of. */

/** How a script refers to a variable, beside `{{NAME}}`. */
const IN_SCRIPTS = /\b(?:vars|process\.env)(?:\.|\[\s*["'`])([A-Za-z_][A-Za-z0-9_]{0,63})/g;

/** The organization's variables that a journey may need. One that a step sets is among them. */
export function journeyVariables({ steps, script }: { steps: unknown; script: string | null }): string[] {
  const inSteps = textsIn(steps).flatMap(templateNames);
  const inScript = Array.from((script ?? "").matchAll(IN_SCRIPTS), (match) => match[1] ?? "");
  return [...new Set([...inSteps, ...templateNames(script ?? ""), ...inScript])];
}

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };

/** `1280x720`, or the device's name: pictures of one are compared with each other. */
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

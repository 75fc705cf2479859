import type { SandboxFrame } from "../sandbox/frames.ts";
import { EVENTS_MAX, type ScriptEvent, scriptEventSchema } from "./script-events.ts";
import type { ScriptFile } from "./store-files.ts";

export type Collector = ReturnType<typeof createCollector>;

export const FILES_MAX = 25;
/** Maximum length of the script output that is stored as the log. */
export const LOG_LENGTH_MAX = 262_144;

/**
 * Collects the well-formed results of a program that may be hostile, and ignores the rest. `onEvent` receives
 * the events of tests and steps as they arrive.
 */
export function createCollector(onEvent: (event: ScriptEvent) => void = () => undefined) {
  const events: ScriptEvent[] = [];
  const files: ScriptFile[] = [];
  let announced: Extract<ScriptEvent, { event: "file" }> | null = null;
  let printed = "";
  return {
    events,
    files,
    printed: () => printed,
    onFrame(frame: SandboxFrame): void {
      if (frame.kind === "file") {
        if (announced !== null && files.length < FILES_MAX) files.push({ ...announced, bytes: frame.bytes });
        announced = null;
        return;
      }
      const { data: event } = scriptEventSchema.safeParse(frame.value);
      if (event === undefined || events.length > EVENTS_MAX) return;
      if (event.event === "file") announced = event;
      else if (event.event === "print") printed = (printed + event.text).slice(0, LOG_LENGTH_MAX);
      else {
        events.push(event);
        onEvent(event);
      }
    },
  };
}

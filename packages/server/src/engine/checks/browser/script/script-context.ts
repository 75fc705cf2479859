import type { JourneyContext } from "../journey-context.ts";

/** A script has a browser of its own. */
export type ScriptContext = Omit<JourneyContext, "browsers" | "orgId" | "scripts">;

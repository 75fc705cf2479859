import type { JourneyContext } from "../journey-context.ts";

/** The context of a script, which has its own browser. */
export type ScriptContext = Omit<JourneyContext, "browsers" | "orgId" | "scripts">;

/**
 * Flap detection on the alerts of a rule and a target, with two thresholds like that of Nagios and Icinga: notifications
 * stop when alerts open often, and start again when they have become rare. An alert that stays open is notified late
 * instead of never. Pure.
 */

/** The reason of an alert that is held back. */
export const FLAPPING = "flapping";

const MINUTE_MS = 60_000;
const WINDOW_MS = 30 * MINUTE_MS;
/** Openings within the window, at which a target starts to flap. The last of them is notified, and says so. */
const START_OPENINGS = 4;
/** Fewer openings within the window end it: 30 minutes without another one. */
const STOP_OPENINGS = 2;
/** An alert that is open for so long no longer flaps. Long enough for a restart that fails, short enough to act. */
const STABLE_MS = 10 * MINUTE_MS;

/** How far back openings are needed: a target that flapped before it started to flap within the window. */
export const FLAP_HISTORY_MS = 2 * WINDOW_MS;

export const FLAP_START_TEXT =
  "It opened 4 times within 30 minutes: from now on, notifications wait until an alert has been open for 10 minutes.";

/** Whether the last opening is notified (`calm`), is the last one that is (`starts`), or is held back (`flapping`). */
export type FlapState = "calm" | "starts" | "flapping";

/** Returns the state at the last of these openings, given oldest first. */
export function flapStateOf(openingsMs: readonly number[]): FlapState {
  let state: FlapState = "calm";
  for (const [index, atMs] of openingsMs.entries()) {
    const recent = openingsMs.slice(0, index + 1).filter((each) => each >= atMs - WINDOW_MS).length;
    if (state === "calm") state = recent >= START_OPENINGS ? "starts" : "calm";
    else state = recent < STOP_OPENINGS ? "calm" : "flapping";
  }
  return state;
}

/** Which alerts that are held back are released: those that opened before an instant. */
export type FlapRelease = { reason: typeof FLAPPING; openedBefore: Date };

export function flapReleaseOf(nowMs: number): FlapRelease {
  return { reason: FLAPPING, openedBefore: new Date(nowMs - STABLE_MS) };
}

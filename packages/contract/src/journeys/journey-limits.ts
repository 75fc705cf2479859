/** Limits of a journey, separate from its schemas so that code that parses scripts can import only these. */
export const JOURNEY_STEPS_MAX = 100;
/** A recorded script typically has 2 to 20 kB. */
export const SCRIPT_LENGTH_MAX = 262_144;

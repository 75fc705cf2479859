/** How much a journey may hold. Apart from its schemas, for who reads a script needs only these of them. */
export const JOURNEY_STEPS_MAX = 100;
/** A recorded script has 2 to 20 kB. */
export const SCRIPT_LENGTH_MAX = 262_144;

/** The interval of a target that is not scheduled, as the value of a field. */
export const NO_INTERVAL = "none";

/**
 * Settings that the engine shares with its callers. Kept apart from the engine, because it is expensive to
 * load.
 */

export const RESET_LINK_SECONDS = 3_600;

/** How long the codes of an account are locked after too many wrong ones. */
export const CODE_LOCK_SECONDS = 900;

/** Never taken from a client: `engine-call.ts` sets it to the address that the server has seen. */
export const ADDRESS_HEADER = "x-vedette-client-address";

/** What the engine and those who call it have to agree on; apart from it, for loading it is dear. */

export const RESET_LINK_SECONDS = 3_600;

/** Never taken from a client: `engine-call.ts` sets it to the address that the server has seen. */
export const ADDRESS_HEADER = "x-vedette-client-address";
